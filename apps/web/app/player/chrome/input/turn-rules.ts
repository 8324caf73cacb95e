/** The player when a phone has been turned. */
export interface Turn {
  isLandscape: boolean
  /** Whether there is a picture. */
  isOpen: boolean
  /** Whether the picture fills the screen, or the window. */
  isFilling: boolean
  /** Whether it does because the phone was turned, not because of a button. */
  isByTurn: boolean
}

/** What a turn of a phone does: sideways the picture fills the screen, upright it returns to the page. */
export function stepOnTurn({ isLandscape, isOpen, isFilling, isByTurn }: Turn): 'fill' | 'leave' | null {
  if (isLandscape) return isOpen && !isFilling ? 'fill' : null
  return isFilling && isByTurn ? 'leave' : null
}
