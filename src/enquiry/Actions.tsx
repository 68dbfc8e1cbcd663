import { useState, type ReactNode } from 'react';
import { PlusMinus } from '../components/ui/PlusMinus.tsx';
import { useShared } from './context.ts';
import type { ActionProps, SellersAction } from './types.ts';

const ACTIONS = Object.values(
  import.meta.glob<SellersAction>('./*.action.tsx', { import: 'action', eager: true }),
).sort((one, other) => one.place - other.place);

/** The actions of the seller, other than writing a message. */
export function Actions(props: ActionProps) {
  const offered = ACTIONS.filter(({ isOffered }) => isOffered(props.enquiry));
  return (
    <section aria-labelledby="actions-title" className="print:hidden">
      <h2 id="actions-title" className="text-h3">
        What you can do
      </h2>
      <ul className="mt-4 border-t-2 border-ink">
        {offered.map(({ name, title, Form }) => (
          <Action key={name} title={title} form={name}>
            <Form {...props} />
          </Action>
        ))}
      </ul>
    </section>
  );
}

/** One action, with its form. It starts unfolded if its form has a draft. */
function Action({ title, form, children }: { title: string; form: string; children: ReactNode }) {
  const { drafts } = useShared();
  const [isOpen] = useState(() => Object.values(drafts.read(form).values).some(Boolean));
  return (
    <li className="border-b border-line">
      <details className="accordion-item group" open={isOpen}>
        <summary className="-mx-3 flex cursor-pointer items-start justify-between gap-6 px-3 py-4.5 hover:text-action focus-visible:-outline-offset-3">
          <h3 className="text-h4">{title}</h3>
          <PlusMinus />
        </summary>
        <div className="stack-4 max-w-prose pt-1 pb-7">{children}</div>
      </details>
    </li>
  );
}
