/**
 * The events that count as the first interaction with a page or an island. `pointerover` starts the loading before a
 * mouse user clicks.
 */
export const INTERACTION_EVENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'];
