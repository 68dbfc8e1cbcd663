// The seller's page calls this after it has shown the offer. The import is not in the page's own script, because Vite's
// helper for dynamic imports would then be in a file that every page loads.
window.loadRest = () => import('../enquiry/Rest.tsx');
