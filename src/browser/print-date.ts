/** Adds the date and time of printing to a printed page, because the page on the site may change later. */
window.addEventListener('beforeprint', () => {
  const now = new Date().toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  });
  const footer = document.querySelector<HTMLElement>('main ~ footer');
  if (footer) footer.dataset.printedOn = `Printed on ${now}`;
});
