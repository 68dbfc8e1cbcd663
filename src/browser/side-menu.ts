/**
 * Closes a dialog when the visitor chooses a link in it or clicks outside it. In browsers that do not support the
 * `command` attribute of buttons, this script also opens the dialog.
 */
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
