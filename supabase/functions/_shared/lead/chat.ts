import * as z from 'zod/mini';
import type { ChatLead, Validation } from './lead.ts';
import { line, paragraph, toFieldErrors } from './rules.ts';

/** The chat's answers. The firm's specification (section 5) sets their order, limits and messages. */
const chatSchema = z.object({
  name: line([1, 'Name is required'], [100, 'Name must be less than 100 characters']),
  phone: line(
    [10, 'Phone number must be at least 10 digits'],
    [20, 'Phone number must be less than 20 digits'],
  ),
  message: paragraph([1, 'Message is required'], [1000, 'Message must be less than 1000 characters']),
});

export type ChatField = keyof z.infer<typeof chatSchema>;

/** The chat's fields as typed, before validation. */
export type ChatAnswers = Record<ChatField, string>;

export const CHAT_FIELDS = z.keyof(chatSchema).options;

/**
 * The `email` in the request to `send-email` for a chat lead: the firm's specification (section 7) wants one, and the
 * chat does not ask for an address. Nobody can own a name in `.invalid` (RFC 2606). No mail is sent to the placeholder,
 * and it is not stored.
 */
export const CHAT_EMAIL_PLACEHOLDER = 'not-given@chat-widget.invalid';

/** Validates all answers. Returns the lead to store, or the first error message of each invalid or missing field. */
export function validateChat(answers: Partial<Record<string, string>>): Validation<ChatField, ChatLead> {
  const parsed = chatSchema.safeParse(answers);
  if (!parsed.success) return { ok: false, fieldErrors: toFieldErrors(parsed.error) };
  return { ok: true, lead: { ...parsed.data, source: 'chat_widget' } };
}
