/** Opens each dialog from its button, and closes it after any choice or a tap beside it. */
for (const opener of document.querySelectorAll<HTMLElement>('[data-opens]')) {
  const dialog = document.getElementById(opener.dataset.opens ?? '');
  if (dialog instanceof HTMLDialogElement) connect(opener, dialog);
}

function connect(opener: HTMLElement, dialog: HTMLDialogElement) {
  opener.addEventListener('click', () => {
    dialog.showModal();
  });
  dialog.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element && target.closest('a');
    if (chosen || target === dialog) dialog.close();
  });
}
