import { useEffect, useState } from 'react'

/** A text input's value, debounced. Empty text is returned without delay. */
export function useDebounced(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    if (text === debounced) return
    const timer = setTimeout(() => setDebounced(text), text === '' ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [text, debounced, delayMs])
  return debounced
}
