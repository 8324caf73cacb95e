import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
} from 'react'

const openAfterMs = 80
const closeAfterMs = 160

/** What opens and closes the one panel that a press or a key keeps open; it closes when another opens. */
let pinned: Opening | null = null

type Opening = Dispatch<SetStateAction<boolean>>

function pin(setOpen: Opening): void {
  if (pinned !== setOpen) pinned?.(false)
  pinned = setOpen
  setOpen(true)
}

function settlePin(setOpen: Opening, isOpen: boolean): void {
  if (isOpen && pinned !== setOpen) pinned?.(false)
  if (!isOpen && pinned === setOpen) pinned = null
}

export interface Dropdown {
  isOpen: boolean
  toggle: () => void
  close: () => void
  /** To be called when a panel that is loaded late has appeared. */
  arrived: () => void
  /** For the element that holds the trigger and the panel. */
  box: {
    ref: RefObject<HTMLDivElement | null>
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: (event: PointerEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

const stepOf = (key: string): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

function useOutsidePress(box: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const pressed = useEffectEvent(({ target }: Event): void => {
    if (target instanceof Node && !box.current?.contains(target)) close()
  })
  useEffect(() => {
    if (!isOpen) return
    const listener = (event: Event): void => pressed(event)
    document.addEventListener('pointerdown', listener)
    return () => document.removeEventListener('pointerdown', listener)
  }, [isOpen])
}

/**
 * A panel that opens under the resting pointer, and on Enter or ArrowDown with the focus on its first entry. The first
 * focusable element in the box is the trigger. Escape closes and gives the focus back. A panel in which somebody types
 * stays when the pointer leaves it, until there is a press elsewhere; so does one that was pressed for, also when it was
 * open under the pointer already. `leavesEnter` leaves Enter to the trigger.
 */
export function useDropdown({ leavesEnter = false }: { leavesEnter?: boolean } = {}): Dropdown {
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const timer = useRef<number | undefined>(undefined)
  const wantsFocus = useRef(false)
  const stops = (): HTMLElement[] => [...(ref.current?.querySelectorAll<HTMLElement>('a, button, input') ?? [])]
  const later = (open: boolean, event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    if (!open && (pinned === setOpen || ref.current?.querySelector('input:focus'))) return
    timer.current = window.setTimeout(() => setOpen(open), open ? openAfterMs : closeAfterMs)
  }
  const arrived = (): void => {
    const [, first] = stops()
    if (!wantsFocus.current || !first) return
    wantsFocus.current = false
    first.focus()
  }

  const settle = useEffectEvent(() => {
    if (isOpen) arrived()
    else wantsFocus.current = false
    settlePin(setOpen, isOpen)
  })
  useEffect(() => settle(), [isOpen])
  useOutsidePress(ref, isOpen, () => setOpen(false))
  useEffect(() => () => clearTimeout(timer.current), [])

  const onKeyDown = (event: KeyboardEvent): void => {
    const [trigger, ...entries] = stops()
    const onTrigger = document.activeElement === trigger
    if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      trigger?.focus()
    } else if (onTrigger && !isOpen && (event.key === 'ArrowDown' || (event.key === 'Enter' && !leavesEnter))) {
      event.preventDefault()
      wantsFocus.current = true
      pin(setOpen)
    } else if (isOpen && stepOf(event.key) !== 0) {
      event.preventDefault()
      const at = entries.findIndex((entry) => entry === document.activeElement)
      const next = onTrigger ? 0 : (at + stepOf(event.key) + entries.length) % entries.length
      entries[next]?.focus()
    }
  }

  return {
    isOpen,
    toggle: () => (isOpen && pinned === setOpen ? setOpen(false) : pin(setOpen)),
    close: () => setOpen(false),
    arrived,
    box: {
      ref,
      onPointerEnter: (event) => later(true, event),
      onPointerLeave: (event) => later(false, event),
      onKeyDown,
      onBlur: ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !ref.current?.contains(relatedTarget)) setOpen(false)
      },
    },
  }
}
