const RETRY_MS = 2000;

/**
 * Whether a link's style sheet was loaded. After a failure, `sheet` is null in some browsers; in others it has no
 * rules, or reading its rules throws.
 */
function isLoaded({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** Requests a failed style sheet again. The delay doubles after each failure. */
function retry(link: HTMLLinkElement, delayMs: number) {
  setTimeout(() => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.addEventListener('error', () => {
      retry(next, delayMs * 2);
    });
    link.replaceWith(next);
  }, delayMs);
}

// By the load event, every style sheet has loaded or failed.
window.addEventListener('load', () => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (link && !isLoaded(link)) retry(link, RETRY_MS);
});
