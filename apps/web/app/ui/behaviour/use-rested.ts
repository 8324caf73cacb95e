import { useEffect, useState } from 'react'

/** What was typed, once the typing rests for so long. Nothing at all counts at once. */
export function useRested(text: string, restMs: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (text === rested) return
    const timer = setTimeout(() => setRested(text), text === '' ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [text, rested, restMs])
  return rested
}
