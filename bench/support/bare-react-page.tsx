/**
 * The baseline of `bench/desk/first-screen.ts`: a page with nothing but React that makes one call and shows the leads in
 * the answer. It makes the call before React renders, and does not load /config.json.
 */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Card, InboxPage } from '../../desk/src/api/types.ts';

const inbox = fetch('/api/inbox', {
  method: 'POST',
  body: JSON.stringify({ view: 'now', page_size: 50 }),
  headers: { 'content-type': 'application/json' },
}).then((response) => response.json() as Promise<InboxPage>);

function Leads() {
  const [cards, setCards] = useState<readonly Card[]>([]);
  useEffect(() => {
    void inbox.then((page) => setCards(page.cards));
  }, []);
  return (
    <ul>
      {cards.map(({ id, name, address, postcode, promised_by }) => (
        <li key={id}>
          <a href={`#/lead/${id}`} data-card={id}>
            <b>{name}</b>
            <span>{`${address}, ${postcode}`}</span>
            <span>{`New, by ${new Date(promised_by).toLocaleTimeString('en-GB')}`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const element = document.getElementById('app');
if (element) createRoot(element).render(<Leads />);
