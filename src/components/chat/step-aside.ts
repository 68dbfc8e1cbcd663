/** Where the chat's button floats, from the foot of the screen, and some room to get out of the way. */
const CHAT_HEIGHT_PX = 112;

/** Says on the root whether a form's buttons are where the chat's button floats, so that it steps aside. */
function watchFormActions() {
  const rows = () => document.querySelectorAll('main [data-form-actions]');
  let observer: IntersectionObserver | undefined;

  function watch() {
    const near = new Set<Element>();
    observer?.disconnect();
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) near[isIntersecting ? 'add' : 'delete'](target);
        document.documentElement.toggleAttribute('data-form-actions-near', near.size > 0);
      },
      { rootMargin: `${CHAT_HEIGHT_PX - window.innerHeight}px 0px 0px 0px` },
    );
    for (const row of rows()) observer.observe(row);
  }

  watch();
  window.addEventListener('resize', watch);
  // Hydration brings the buttons of the form's first steps.
  let known = rows().length;
  new MutationObserver(() => {
    const count = rows().length;
    if (count !== known) watch();
    known = count;
  }).observe(document.body, { childList: true, subtree: true });
}

watchFormActions();
