import type { ChatField } from '../../../supabase/functions/_shared/lead/chat.ts';
import { createFieldIds } from '../form/field-id.ts';

export const { fieldId, field } = createFieldIds<ChatField>('chat');
