import { useEffect, useState } from 'react'
import { copyText } from '../text/copy-text.ts'
import { shareTexts } from '../text/share-texts.ts'
import { useTexts } from '../text/texts.ts'

const copiedMs = 2500

/**
 * Opens the system's share sheet with the page's URL, or copies the URL. If the clipboard is not accessible, shows the
 * URL to be copied by hand.
 */
export function useShare(title: string): { share: () => void; isCopied: boolean } {
  const texts = useTexts(shareTexts)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const share = async (): Promise<void> => {
    const data = { title, url: location.href }
    if ('share' in navigator && navigator.canShare?.(data)) {
      // The user may cancel.
      return navigator.share(data).catch(() => undefined)
    }
    if (await copyText(data.url, texts.copyByHand)) setCopied(true)
  }
  return { isCopied, share: () => void share() }
}
