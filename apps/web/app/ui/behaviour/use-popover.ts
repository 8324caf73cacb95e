import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

export interface Popover {
  isOpen: boolean
  toggle: () => void
  /** Closes, and focuses the trigger if the focus was inside. */
  close: () => void
  /** Ref of the element that contains the trigger, its first button, and the panel. */
  box: RefObject<HTMLDivElement | null>
}

/** A panel that a press opens; another press, a press outside, or Escape closes it. */
export function usePopover(): Popover {
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = (): void => {
    setOpen(false)
    if (box.current?.contains(document.activeElement)) box.current.querySelector('button')?.focus()
  }
  const pressed = useEffectEvent(({ target }: Event): void => {
    if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
  })
  const typed = useEffectEvent(({ key }: KeyboardEvent): void => {
    if (key === 'Escape') close()
  })
  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: Event): void => pressed(event)
    const onKey = (event: KeyboardEvent): void => typed(event)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen), close, box }
}
