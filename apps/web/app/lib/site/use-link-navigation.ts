import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { placeOfClick } from './link-click.ts'

/** Navigates in the browser when a link to one of our pages is clicked. */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  const onClick = useEffectEvent((event: MouseEvent) => {
    const place = placeOfClick(event)
    if (!place) return
    event.preventDefault()
    void navigate(place.to, { replace: place.replace, preventScrollReset: place.preventScrollReset })
  })
  useEffect(() => {
    const listener = (event: MouseEvent): void => onClick(event)
    // On the document, after React's own listener there: a component may have prevented the click.
    document.addEventListener('click', listener)
    return () => document.removeEventListener('click', listener)
  }, [])
}
