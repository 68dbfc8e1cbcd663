/** Closes each dialog after a choice or a tap outside it. Opens it in browsers without the `command` attribute. */
for (const opener of document.querySelectorAll('[command="show-modal"]')) {
  const dialog = document.getElementById(opener.getAttribute('commandfor') ?? '');
  if (dialog instanceof HTMLDialogElement) connect(opener, dialog);
}

function connect(opener: Element, dialog: HTMLDialogElement) {
  if (!('commandForElement' in opener)) {
    opener.addEventListener('click', () => {
      dialog.showModal();
    });
  }
  dialog.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element && target.closest('a');
    if (chosen || target === dialog) dialog.close();
  });
}
