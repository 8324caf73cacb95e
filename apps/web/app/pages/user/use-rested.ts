import { useEffect, useState } from 'react'

const restMs = 300

/** What was typed, once the typing rests. Nothing at all counts at once. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (text === rested) return
    const timer = setTimeout(() => setRested(text), text === '' ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [text, rested])
  return rested
}
