import { useEffect, useMemo, useRef, type Dispatch, type SetStateAction } from 'react'
import { useNavigate } from 'react-router'
import { channelUrl } from '../../lib/urls.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import type { PopoverTarget } from './guide-popover.tsx'
import type { GridPosition, GridSpan } from './guide-rules.ts'

/** What a cell represents. */
export type CellTarget = Pick<PopoverTarget, 'channel' | 'programme' | 'state'>

/** Callbacks of cells. A stable object, so that cells are not re-rendered. */
export interface CellActions {
  /** Plays what can be played; opens the popover otherwise, and always for the keyboard. */
  activate: (target: CellTarget, cell: HTMLElement, isKeyboard: boolean) => void
  /** The pointer entered a cell: opens the popover after a delay. */
  hover: (target: CellTarget, cell: HTMLElement) => void
  /** The pointer entered the popover. */
  keepOpen: () => void
  unhover: () => void
  close: () => void
  /** The cell received the focus and becomes the tab stop. */
  focus: (row: number, target: CellTarget) => void
  /** The channel's name received the focus. */
  focusName: (row: number) => void
}

interface CellActionsInput {
  setPopover: Dispatch<SetStateAction<PopoverTarget | null>>
  setPosition: Dispatch<SetStateAction<GridPosition | null>>
  span: GridSpan
}

const hoverDelayMs = 300
/** Between a cell and its popover the pointer is over neither. */
const leaveDelayMs = 200

export const canReplay = ({ programme, state }: Pick<CellTarget, 'programme' | 'state'>): boolean =>
  state === 'past' && programme.replay

const pageOf = (target: CellTarget): string =>
  channelUrl(target.channel, { programme: canReplay(target) ? target.programme.id : undefined })

export function useCellActions({ setPopover, setPosition, span }: CellActionsInput): CellActions {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    const open = (target: CellTarget, cell: HTMLElement, isFocused: boolean): void => {
      // The cell may have been removed by scrolling.
      if (!cell.isConnected) return
      const next = { ...target, isFocused, cell: cell.getBoundingClientRect() }
      // A popover opened by keyboard is not replaced by hovering.
      setPopover((now) => (now?.isFocused && !isFocused ? now : next))
    }
    return {
      activate(target, cell, isKeyboard) {
        clearTimeout(timer.current)
        if (isKeyboard || (target.state !== 'now' && !canReplay(target))) open(target, cell, true)
        else void navigate(pageOf(target))
      },
      hover(target, cell) {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => open(target, cell, false), hoverDelayMs)
      },
      keepOpen: () => clearTimeout(timer.current),
      unhover() {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setPopover((now) => (now?.isFocused ? now : null)), leaveDelayMs)
      },
      close: () => setPopover(null),
      focus(row, { programme: { start, end }, state }) {
        const atSec = state === 'now' ? serverNowSec() : Math.max(start, span.startSec)
        // Moving between channels keeps the original time.
        const isInProgramme = (now: GridPosition): boolean => now.row === row && start <= now.atSec && now.atSec < end
        setPosition((now) => ({ row, atSec: now && isInProgramme(now) ? now.atSec : atSec }))
      },
      focusName: (row) => setPosition((now) => ({ row, atSec: now?.atSec ?? serverNowSec(), isName: true })),
    }
  }, [navigate, setPopover, setPosition, span])
}
