// For the seller's page, which loads this after it has shown the offer. If the page's own script had this import, Vite would
// put its helper for such imports into another file, and every page would load that.
window.loadRest = () => import('../enquiry/Rest.tsx');
