import { useEffect, useState } from 'react'

const copiedMs = 2500

/** Hands the page's address to the system's share sheet, or copies it and says so for a while. */
export function useShare(title: string): { share: () => void; isCopied: boolean } {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const share = async (): Promise<void> => {
    const data = { title, url: location.href }
    if ('share' in navigator && navigator.canShare?.(data)) return navigator.share(data)
    await navigator.clipboard.writeText(data.url)
    setCopied(true)
  }
  return {
    isCopied,
    // They may think better of it, and some browsers keep their clipboard to themselves.
    share: () => void share().catch(() => undefined),
  }
}
