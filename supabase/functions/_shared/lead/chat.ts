import * as z from 'zod/mini';
import type { ChatLead, Validation } from './lead.ts';
import { line, paragraph, toFieldErrors } from './rules.ts';

/** The chat widget's answers. Limits and messages: specification, section 5, in its order. */
const chatSchema = z.object({
  name: line(
    { characters: 1, message: 'Name is required' },
    { characters: 100, message: 'Name must be less than 100 characters' },
  ),
  phone: line(
    { characters: 10, message: 'Phone number must be at least 10 digits' },
    { characters: 20, message: 'Phone number must be less than 20 digits' },
  ),
  message: paragraph(
    { characters: 1, message: 'Message is required' },
    { characters: 1000, message: 'Message must be less than 1000 characters' },
  ),
});

export type ChatField = keyof z.infer<typeof chatSchema>;

/** What the form holds while it is being filled in: any text for any field. */
export type ChatAnswers = Record<ChatField, string>;

export const CHAT_FIELDS = z.keyof(chatSchema).options;

/**
 * The chat asks for no e-mail address, and the notification's body has a place for one (specification,
 * section 7). `.invalid` can never be anybody's address (RFC 2606), and nothing is sent to it or stored.
 */
export const CHAT_EMAIL_PLACEHOLDER = 'not-given@chat-widget.invalid';

/** Checks all answers at once, also those that are missing: the lead to store, or every faulty field with its first message. */
export function validateChat(answers: Partial<Record<string, string>>): Validation<ChatField, ChatLead> {
  const parsed = chatSchema.safeParse(answers);
  if (!parsed.success) return { ok: false, fieldErrors: toFieldErrors(parsed.error) };
  return { ok: true, lead: { ...parsed.data, source: 'chat_widget' } };
}
