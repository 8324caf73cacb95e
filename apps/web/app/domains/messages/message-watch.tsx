import type { Message, MessageType } from '@yunmu/contract'
import { bulletinRule, cacheRuleSec, messageCount } from '@yunmu/contract/constants'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { CallCacheContext, callKey, useCall, wantOf } from '../../lib/calls/call-query.ts'
import { dialogs, openDialog } from '../../lib/shell/dialogs.ts'
import { alertMatch, matchNotices } from '../../lib/realtime/match-notices.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { subscribeToBroadcasts, type StationFrame } from '../../lib/realtime/realtime.ts'
import { onSignedIn, useSignedIn } from '../../lib/session/session.ts'
import { homeUrl } from '../../lib/urls.ts'
import { useStage } from '../../lib/boot/use-stage.ts'
import { refreshMessages, takeOver, tellRead } from './mark-read.ts'
import { MessagePopup } from './message-popup.tsx'
import { bulletinIds, messageKey, nextToShow, unreadOf } from './message-rules.ts'
import { readSeen, rememberSeen, seenMessages } from './seen-messages.ts'

const refreshEveryMs = cacheRuleSec[bulletinRule] * 1000
/** How often it is looked whether something may come up that could not before. */
const lookEveryMs = 2000
const lookForAgeMs = 60_000
/** Who was away for longer may have missed something. */
const awayMs = 120_000
/** What changed for everybody at once is not asked for by everybody at once. */
const spreadMs = 30_000

/**
 * Asks for new messages when the page begins and then by the rule, hears of them meanwhile where there is a line to the
 * station, and lets what is new come up by itself.
 */
export function MessageWatch() {
  useRefresh()
  usePush()
  useVisitorReading()
  const { next, own } = useNews()
  const [popup, setPopup] = useState<Message | null>(null)
  const isStage = useStage()
  const openBulletin = useOpenBulletin()
  useFreePage(next !== null && popup === null && !isStage, () => {
    if (next?.msgType === 'bulletin') void openBulletin(next)
    else if (next?.msgType === 'sub_live') {
      rememberSeen('shown', [next])
      alertMatch({ id: next.info.id, streamId: next.info.streamId, msg: next.title })
    } else if (next) {
      // The newest speaks for all that came meanwhile.
      rememberSeen('shown', own)
      setPopup(next)
    }
  })

  const hasMatches = useStore(matchNotices, (state) => state.popup !== null || state.alerts.length > 0)
  return <MessagePopup message={isStage || hasMatches ? null : popup} close={() => setPopup(null)} />
}

/** Opens a bulletin once its words are there: a dialog without them helps nobody. */
function useOpenBulletin(): (bulletin: Message) => Promise<void> {
  const { cache, script } = useWhere()
  const [failed] = useState(() => new Set<string>())
  return async (bulletin) => {
    const name = messageKey(bulletin)
    if (!cache || failed.has(name)) return
    const send = { id: bulletin.id }
    try {
      await cache.want(callKey('indexBulletinDetail', send, script), wantOf('indexBulletinDetail', send, script))
    } catch {
      // It was taken away, or there is no network: the next page tries again.
      failed.add(name)
      return
    }
    if (!isPageFree() || readSeen().shown.has(name)) return
    rememberSeen('shown', [bulletin])
    void openDialog('message', bulletin)
  }
}

function useWhere() {
  return { cache: use(CallCacheContext), script: useScript() }
}

/** What a person who looks at the page has not heard of for the time of the rule, or while they were away, is asked for anew. */
function useRefresh(): void {
  const { cache } = useWhere()
  useEffect(() => {
    if (!cache) return
    let askedMs = Date.now()
    let leftMs = askedMs
    const lookFor = (ageMs: number): void => {
      if (document.hidden || Date.now() - askedMs < ageMs) return
      askedMs = Date.now()
      refreshMessages(cache)
    }
    const comeOrGo = (): void => {
      if (document.hidden) leftMs = Date.now()
      // The line rests while nobody looks.
      else lookFor(Date.now() - leftMs < awayMs ? refreshEveryMs : awayMs)
    }
    const backOnline = (): void => lookFor(0)
    const timer = setInterval(() => lookFor(refreshEveryMs), lookForAgeMs)
    document.addEventListener('visibilitychange', comeOrGo)
    addEventListener('online', backOnline)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', comeOrGo)
      removeEventListener('online', backOnline)
    }
  }, [cache])
}

/** What happens to the person who is signed in is known at once. */
function usePush(): void {
  const { cache, script } = useWhere()
  const isIn = useSignedIn()
  const later = useRef<number | undefined>(undefined)
  const isOwed = useRef(false)
  // Who does not look at the page hears of it on coming back.
  const refresh = useEffectEvent(() => {
    isOwed.current = document.hidden
    if (cache && !document.hidden) refreshMessages(cache)
  })
  const heard = useEffectEvent((frame: StationFrame) => {
    if (!cache) return
    if ('message' in frame) takeOver({ cache, script }, frame.message)
    else if ('notice' in frame) alertMatch(frame.notice)
    else {
      clearTimeout(later.current)
      later.current = window.setTimeout(() => refresh(), Math.random() * spreadMs)
    }
  })
  useEffect(() => {
    const comeOrGo = (): void => {
      if (isOwed.current) refresh()
    }
    document.addEventListener('visibilitychange', comeOrGo)
    return () => document.removeEventListener('visibilitychange', comeOrGo)
  }, [])
  useEffect(() => {
    if (!isIn) return
    const end = subscribeToBroadcasts(script, (frame) => heard(frame))
    return () => {
      clearTimeout(later.current)
      end()
    }
  }, [isIn, script])
}

/** What a visitor opened counts as opened by the person who then signs in. */
function useVisitorReading(): void {
  const { cache, script } = useWhere()
  const tell = useEffectEvent(() => {
    const ids = bulletinIds(readSeen().opened)
    if (cache && ids.length > 0) void tellRead({ cache, script }, { ids, msgType: 'bulletin' })
  })
  useEffect(() => onSignedIn(() => tell()), [])
}

/** The message that is to come up by itself on this page, and all that others did to this person of late. */
function useNews(): { next: Message | null; own: readonly Message[] } {
  const isIn = useSignedIn()
  const { pathname } = useLocation()
  const seen = useStore(seenMessages)
  const state = useCall('indexMessageState', {}, { enabled: isIn }).data
  const wants = (type: MessageType) => ({ enabled: isIn && unreadOf(state, type) > 0 })
  const { bulletinCheck, list, subscribedLive } = messageCount
  const bulletins = useCall('indexMessages', { type: 'bulletin', n: bulletinCheck }).data
  const answers = useCall('indexMessages', { type: 'comment_commit', n: list }, wants('comment_commit')).data
  const thumbs = useCall('indexMessages', { type: 'comment_thumb_up', n: list }, wants('comment_thumb_up')).data
  const lives = useCall('indexMessages', { type: 'sub_live', n: subscribedLive }, wants('sub_live')).data
  const own = isIn ? [...(answers?.list ?? []), ...(thumbs?.list ?? [])] : []
  const all = [...(bulletins?.list ?? []), ...own, ...(isIn ? (lives?.list ?? []) : [])]
  return { next: nextToShow(all, seen, pathname === homeUrl), own }
}

const typedIn = 'input, textarea, select, [contenteditable]'

/** Whether nobody is disturbed: no other dialog, nobody types, no menu is open, and somebody is there. */
const isPageFree = (): boolean =>
  !document.hidden &&
  dialogs.getState().request === null &&
  !document.activeElement?.matches(typedIn) &&
  document.querySelector('header [aria-expanded="true"], nav [aria-expanded="true"]') === null

/** Acts whenever the page is found free while something waits: it is looked at again and again. */
function useFreePage(isWaiting: boolean, act: () => void): void {
  const look = useEffectEvent(() => {
    if (isPageFree()) act()
  })
  useEffect(() => {
    if (!isWaiting) return
    const first = setTimeout(() => look())
    const timer = setInterval(() => look(), lookEveryMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isWaiting])
}
