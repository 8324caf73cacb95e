import { showToast } from '../shell/toasts.ts'

/** Copies a text. Returns false if the clipboard is not accessible; then shows the text to be copied by hand. */
export async function copyText(text: string, byHand: (text: string) => string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ text: byHand(text), kind: 'warning' })
    return false
  }
}
