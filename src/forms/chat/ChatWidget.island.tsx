import { useRef, type KeyboardEvent, type SubmitEvent } from 'react';
import type { ChatLead } from '#lead/lead.ts';
import { CHAT_FIELDS, validateChat, type ChatField } from '#lead/chat.ts';
import type { Figure } from '../../claims/claim-schema.ts';
import type { Contact } from '../../lib/contact.ts';
import { focusField } from '../core/form-answers.ts';
import { ErrorSummary } from '../core/ErrorSummary.tsx';
import { chatFields } from '../core/fields.ts';
import { HoneypotField } from '../core/HoneypotField.tsx';
import { SendingNote } from '../core/SendingNote.tsx';
import { SubmitButton } from '../core/SubmitButton.tsx';
import { useLeadForm } from '../core/use-lead-form.ts';
import { ChatFields } from './ChatFields.tsx';
import { ChatIntroduction } from './ChatIntroduction.tsx';
import { ChatSent } from './ChatSent.tsx';
import { ChatToggle } from './ChatToggle.tsx';
import { SuggestedQuestions } from './SuggestedQuestions.tsx';

type Props = { hours: string; contact: Contact; replyTime: Figure };

/**
 * The chat: a button that opens a panel with a short form. It is an island (a component that is hydrated), because the
 * message is validated and sent without leaving the page, and Escape closes the panel. Without JavaScript the panel
 * still opens and closes, as a `<details>`, and the browser posts the form to the page's URL.
 */
export function ChatWidget({ hours, contact, replyTime }: Props) {
  const panel = useRef<HTMLDetailsElement>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const form = useLeadForm<ChatField, ChatLead>({
    formRef,
    source: 'chat_widget',
    canSubmit: true,
    fields: CHAT_FIELDS,
    validate: validateChat,
    onError: focusField,
    onSent: close,
  });

  function close() {
    if (!panel.current) return;
    panel.current.open = false;
    focusToggle();
  }

  function handleToggle() {
    if (panel.current?.open) form.dismissSent();
  }

  function focusToggle() {
    panel.current?.querySelector('summary')?.focus({ preventScroll: true });
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !panel.current?.open) return;
    event.stopPropagation();
    close();
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    void form.submit();
  }

  function ask(question: string) {
    const message = formRef.current?.elements.namedItem('message');
    if (!(message instanceof HTMLTextAreaElement)) return;
    message.value = question;
    // Setting `value` fires no event. This one makes the form's `onInput` handler save the draft.
    message.dispatchEvent(new Event('input', { bubbles: true }));
    message.focus();
  }

  return (
    <aside aria-label="Message us" className="chat-dock">
      <ChatSent
        shown={form.sent}
        hydrated={form.hydrated}
        receipt={form.receipt}
        replyTime={replyTime}
        onDismiss={() => {
          form.dismissSent();
          focusToggle();
        }}
      />
      <details ref={panel} onToggle={handleToggle} onKeyDown={handleKeyDown} className="group">
        <ChatToggle />
        <div className="chat-panel">
          <ChatIntroduction hours={hours} replyTime={replyTime} />
          <form
            ref={formRef}
            {...form.formProps}
            onSubmit={handleSubmit}
            aria-label="Message"
            className="stack-3 px-5 py-4"
          >
            <input type="hidden" name="source" value="chat_widget" />
            <HoneypotField />
            <ErrorSummary
              summary={form.summary}
              fieldErrors={form.fieldErrors}
              hydrated={form.hydrated}
              fieldId={chatFields.fieldId}
              onChoose={(field) => {
                if (formRef.current) focusField(formRef.current, field);
              }}
            />
            <SuggestedQuestions onChoose={ask} />
            <ChatFields errorFor={form.errorFor} />
            <div className="chat-send">
              <SendingNote {...form} contact={contact} />
              <SubmitButton submitting={form.submitting} label="Send message" busyLabel="Sending..." />
            </div>
          </form>
        </div>
      </details>
    </aside>
  );
}
