const RETRY_MS = 2000;

/** Whether a link's style sheet arrived. After a failure some browsers have none, others an empty or a closed one. */
function hasArrived({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** Requests a style sheet that failed again, and doubles the pause after each failure. */
function retry(link: HTMLLinkElement, pauseMs: number) {
  setTimeout(() => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.addEventListener('error', () => {
      retry(next, pauseMs * 2);
    });
    link.replaceWith(next);
  }, pauseMs);
}

// By the load event every style sheet has arrived or failed.
window.addEventListener('load', () => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (link && !hasArrived(link)) retry(link, RETRY_MS);
});
