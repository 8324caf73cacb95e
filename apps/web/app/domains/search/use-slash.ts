import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { searchUrl } from '../../lib/urls.ts'

/** Where a slash is a letter, or belongs to something else. */
const elsewhere = 'input, textarea, select, [contenteditable], dialog'

/** Lets `/` lead into the search field that can be seen, or to the page that has one. */
export function useSlash(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return
      if (target instanceof Element && target.closest(elsewhere)) return
      event.preventDefault()
      const fields = document.querySelectorAll<HTMLInputElement>('form[role="search"] input')
      const seen = [...fields].find(({ offsetParent }) => offsetParent !== null)
      if (!seen) return void navigate(searchUrl({ q: '' }))
      seen.focus()
      seen.select()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [navigate])
}
