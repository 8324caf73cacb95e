import { useEffect, useMemo, useRef, type Dispatch, type SetStateAction } from 'react'
import { useNavigate } from 'react-router'
import { channelUrl } from '../../lib/urls.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import type { Opened } from './guide-popover.tsx'
import type { GridPlace, GridSpan } from './guide-rules.ts'

/** What a cell stands for. */
export type CellWhat = Pick<Opened, 'channel' | 'programme' | 'state'>

/** What cells tell the grid. Stays the same, so that cells need not be drawn anew. */
export interface CellActs {
  /** Plays what can be played; tells more of the rest, and of everything where the keyboard asks. */
  press: (what: CellWhat, cell: HTMLElement, isKeyboard: boolean) => void
  /** The pointer came to a cell: tells more of it where it rests there. */
  rest: (what: CellWhat, cell: HTMLElement) => void
  /** The pointer came to the popover. */
  stay: () => void
  leave: () => void
  close: () => void
  /** The keyboard walks on from here. */
  focus: (row: number, what: CellWhat) => void
  /** The same of the name of a channel. */
  focusName: (row: number) => void
}

interface ActsInput {
  setOpened: Dispatch<SetStateAction<Opened | null>>
  setPlace: Dispatch<SetStateAction<GridPlace | null>>
  span: GridSpan
}

const hoverMs = 300
/** On the way from a cell to its popover the pointer is over neither. */
const leaveMs = 200

export const canReplay = ({ programme, state }: Pick<CellWhat, 'programme' | 'state'>): boolean =>
  state === 'past' && programme.replay

const pageOf = (what: CellWhat): string =>
  channelUrl(what.channel, { programme: canReplay(what) ? what.programme.id : undefined })

export function useCellActs({ setOpened, setPlace, span }: ActsInput): CellActs {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    const open = (what: CellWhat, cell: HTMLElement, isFocused: boolean): void => {
      // What was scrolled away meanwhile is no place for a popover.
      if (!cell.isConnected) return
      const next = { ...what, isFocused, cell: cell.getBoundingClientRect() }
      // What the keyboard opened is not taken away by a pointer that lies there.
      setOpened((now) => (now?.isFocused && !isFocused ? now : next))
    }
    return {
      press(what, cell, isKeyboard) {
        clearTimeout(timer.current)
        if (isKeyboard || (what.state !== 'now' && !canReplay(what))) open(what, cell, true)
        else void navigate(pageOf(what))
      },
      rest(what, cell) {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => open(what, cell, false), hoverMs)
      },
      stay: () => clearTimeout(timer.current),
      leave() {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setOpened((now) => (now?.isFocused ? now : null)), leaveMs)
      },
      close: () => setOpened(null),
      focus(row, { programme: { start, end }, state }) {
        const atSec = state === 'now' ? serverNowSec() : Math.max(start, span.startSec)
        // Who walks between channels stays at the moment where they began.
        const isThere = (now: GridPlace): boolean => now.row === row && start <= now.atSec && now.atSec < end
        setPlace((now) => ({ row, atSec: now && isThere(now) ? now.atSec : atSec }))
      },
      focusName: (row) => setPlace((now) => ({ row, atSec: now?.atSec ?? serverNowSec(), isName: true })),
    }
  }, [navigate, setOpened, setPlace, span])
}
