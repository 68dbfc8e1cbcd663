/** Where the chat's button floats, from the foot of the screen, and some room to get out of the way. */
const CHAT_HEIGHT_PX = 112;

/** Says on the root whether a form's buttons are where the chat's button floats, so that it steps aside. */
function watchFormActions() {
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
    for (const row of document.querySelectorAll('main [data-form-actions]')) observer.observe(row);
  }

  watch();
  window.addEventListener('resize', watch);
}

watchFormActions();
