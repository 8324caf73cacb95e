import type { MatchDetail, TimelineItem } from '@yunmu/contract'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { endedSec, isScore, minuteText, playedParts, scoringSide } from '../../domains/matches/match-rules.ts'
import { useIsHidden } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { BarChapters } from '../../player/chrome/seek/bar-marks.tsx'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { mediaSecAt, type ClockRun } from '../../player/live/clock-rules.ts'
import { matchPageTexts } from './match-page-texts.ts'

/** Dots of scores; only for sports in which they are rare, so that they do not cover the bar. */
const maxMarks = 30
/** Nothing of a chapter that is shorter can be seen on a bar. */
const minChapterSec = 1
/** Lengths of recordings are rounded up to this where they would tell how long a match went on. */
const hiddenStepSec = 3 * 3600

/**
 * Chapters and marks of a match by wall clock, Unix seconds: of its stream while it runs, and of its recording. All seek
 * bars have theirs from here, and nothing that tells the course of a match while that is hidden: goals tell the score, and
 * extra time tells that there was no winner before.
 */
export function useMatchChapters(detail: MatchDetail, nowSec: number | null): BarChapters {
  const texts = useTexts(matchPageTexts)
  const isHidden = useIsHidden(detail.match)
  return useMemo(() => {
    if (isHidden) return { parts: [], marks: [], lengthStepSec: hiddenStepSec }
    const { match, timeline } = detail
    return {
      parts: nowSec === null ? [] : playedParts(timeline, endedSec(match, timeline) ?? nowSec, texts.pause),
      marks: marksOf(detail),
    }
  }, [detail, isHidden, nowSec, texts])
}

/** The same in seconds of what plays; null for a broadcast. There are none before the wall clock of a recording is known. */
export function useMediaChapters(
  player: PlayerHandle,
  chapters: BarChapters,
  isRecording: boolean,
): BarChapters | null {
  const clock = useStore(player.state, (state) => state.clock)
  return useMemo(() => (isRecording ? onMedia(chapters, clock?.runs ?? []) : null), [isRecording, clock, chapters])
}

/** What of the chapters is in a recording, in seconds of its media time. A cut recording has parts of chapters. */
export function onMedia({ parts, marks, ...rest }: BarChapters, runs: readonly ClockRun[]): BarChapters {
  const secAtEdge = (sec: number): number =>
    runs.reduce((sum, run) => sum + Math.min(run.endSec - run.startSec, Math.max(0, sec - run.wallMs / 1000)), 0)
  return {
    ...rest,
    parts: parts
      .map(({ name, start, end }) => ({ name, start: secAtEdge(start), end: secAtEdge(end) }))
      .filter(({ start, end }) => end - start >= minChapterSec),
    marks: marks.flatMap((mark) => {
      const atSec = mediaSecAt(runs, mark.atSec * 1000)
      return atSec === null ? [] : [{ ...mark, atSec }]
    }),
  }
}

function marksOf({ match, timeline }: MatchDetail): BarChapters['marks'] {
  const scores = timeline.filter((item) => isScore(item))
  if (scores.length > maxMarks) return []
  return scores.map((item) => {
    const side = scoringSide(match, item)
    return {
      id: item.id,
      atSec: item.wallMs / 1000,
      text: markText(item),
      colour: side === null ? 'var(--accent)' : match[side].colour,
    }
  })
}

const markText = ({ minute, added }: TimelineItem): string => (minute === null ? '' : minuteText({ minute, added }))
