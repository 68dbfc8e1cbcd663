/** Says on a printed page when it was printed: the pages change, and paper stays. */
window.addEventListener('beforeprint', () => {
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
  const footer = document.querySelector<HTMLElement>('main ~ footer');
  if (footer) footer.dataset.printedOn = `Printed on ${today}`;
});
