// For the seller's page, which loads this when it has files to show or to send. If the page's own script had this import,
// Vite would put its helper for such imports into another file, and every page would load that.
window.loadPapers = () => import('../enquiry/papers/Papers.tsx');
