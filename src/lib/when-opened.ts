/**
 * Resolves when the visitor sees the page: at once or, if the browser prerenders it, when the visitor opens it. Only the
 * first script of every page may import this module; otherwise, the build makes it a file of its own, and each page has
 * one more request.
 */
export const whenOpened = (): Promise<unknown> =>
  document.prerendering
    ? new Promise((resolve) => {
        document.addEventListener('prerenderingchange', resolve, { once: true });
      })
    : Promise.resolve();
