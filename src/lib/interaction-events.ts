/**
 * The events that count as the first interaction with a page or an island, at which its script is loaded. With
 * `pointerover`, the loading begins before a mouse user clicks.
 */
export const INTERACTION_EVENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'];
