import { showToast } from '../shell/toasts.ts'

/**
 * Copies a text, and says whether it is copied. Where the browser keeps its clipboard to itself, the text is shown to be
 * copied by hand.
 */
export async function copyText(text: string, byHand: (text: string) => string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ text: byHand(text), kind: 'warning' })
    return false
  }
}
