/** The events with which a visitor begins to use a page or an island. `pointerover` gives a mouse user a head start. */
export const FIRST_TOUCHES = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'];
