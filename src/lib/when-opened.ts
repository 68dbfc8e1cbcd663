/** Resolves when the visitor sees the page: at once or, if the browser prerenders it, when the visitor opens it. */
export const whenOpened = (): Promise<unknown> =>
  document.prerendering
    ? new Promise((resolve) => {
        document.addEventListener('prerenderingchange', resolve, { once: true });
      })
    : Promise.resolve();
