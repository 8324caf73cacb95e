import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Where a slash is a letter, or belongs to something else. */
const elsewhere = 'input, textarea, select, [contenteditable], dialog'

/** Lets `/` lead into the field that can be seen, or to the page that has one. Null: somebody else does. */
export function useSlash(pageUrl: string | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (pageUrl === null) return
    const listener = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return
      if (target instanceof Element && target.closest(elsewhere)) return
      event.preventDefault()
      const fields = document.querySelectorAll<HTMLInputElement>('form[role="search"] input')
      const seen = [...fields].find(({ offsetParent }) => offsetParent !== null)
      if (!seen) return void navigate(pageUrl)
      seen.focus()
      seen.select()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [navigate, pageUrl])
}
