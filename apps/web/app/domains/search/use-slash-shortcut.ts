import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { searchUrl } from '../../lib/urls.ts'

/** Elements in which a slash must be typed normally. */
const ignoredTargets = 'input, textarea, select, [contenteditable], dialog'

/** The `/` key focuses the visible search input, or opens the search page. */
export function useSlashShortcut(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return
      if (target instanceof Element && target.closest(ignoredTargets)) return
      event.preventDefault()
      const fields = document.querySelectorAll<HTMLInputElement>('form[role="search"] input')
      const visibleField = [...fields].find(({ offsetParent }) => offsetParent !== null)
      if (!visibleField) return void navigate(searchUrl({ q: '' }))
      visibleField.focus()
      visibleField.select()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [navigate])
}
