/** The room that is left between a form's buttons and the chat. */
const GAP_PX = 8;

/** Says on the root whether one of a form's buttons is where a part of the chat floats, so that it steps aside. */
function watchFormActions(part: Element, attribute: string) {
  let observer: IntersectionObserver | undefined;

  function watch() {
    const under = new Set<Element>();
    const { top, right, bottom, left } = part.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const inset = [top, innerWidth - right, innerHeight - bottom, left].map((px) => `${GAP_PX - px}px`);
    observer?.disconnect();
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) under[isIntersecting ? 'add' : 'delete'](target);
        document.documentElement.toggleAttribute(attribute, under.size > 0);
      },
      { rootMargin: inset.join(' ') },
    );
    for (const row of document.querySelectorAll('main [data-form-actions]')) observer.observe(row);
  }

  window.addEventListener('resize', watch);
  // The chat grows when it says that a message was sent. An observer reports at once: that is the first time.
  new ResizeObserver(watch).observe(part);
}

const dock = document.querySelector('[data-island="chat-widget"] > aside');
const toggle = dock?.querySelector('summary');
if (toggle) watchFormActions(toggle, 'data-chat-aside');
if (dock) watchFormActions(dock, 'data-chat-sent-aside');
