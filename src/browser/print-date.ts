/** Adds the date of printing to a printed page, because the page on the site may change later. */
window.addEventListener('beforeprint', () => {
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
  const footer = document.querySelector<HTMLElement>('main ~ footer');
  if (footer) footer.dataset.printedOn = `Printed on ${today}`;
});
