import type { Message, MessageType } from '@yunmu/contract'
import { bulletinRule, cacheRuleSec, messageCount } from '@yunmu/contract/constants'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { CallCacheContext, callKey, useCall, requestOf } from '../../lib/calls/call-query.ts'
import { dialogs, openDialog } from '../../lib/shell/dialogs.ts'
import { alertMatch, matchNotices, showNotice } from '../../lib/realtime/match-notices.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { subscribeToBroadcasts, type StationFrame } from '../../lib/realtime/realtime.ts'
import { onSignedIn, useSignedIn } from '../../lib/session/session.ts'
import { homeUrl } from '../../lib/urls.ts'
import { useAlwaysDark } from '../../lib/boot/use-always-dark.ts'
import { refreshMessages, applyMessageNews, reportRead } from './mark-read.ts'
import { MessagePopup } from './message-popup.tsx'
import { bulletinIds, isToBeShown, messageKey, needsBulletinList, nextToShow, unreadOf } from './message-rules.ts'
import { readSeen, rememberSeen, seenMessages } from './seen-messages.ts'

const refreshEveryMs = cacheRuleSec[bulletinRule] * 1000
/** Interval of checking whether a waiting message can be shown. */
const pageCheckMs = 2000
const refreshCheckMs = 60_000
/** After a longer absence, notifications may have been missed. */
const longAbsenceMs = 120_000
/** Random delay after a broadcast, so that clients do not all reload at once. */
const maxJitterMs = 30_000

/**
 * Loads messages on page load and periodically, receives notifications over the realtime connection, and shows new
 * messages automatically.
 */
export function MessageWatch() {
  useRefresh()
  usePush()
  useReportVisitorReads()
  const { next, own } = useNews()
  useSettledBulletins()
  const [popup, setPopup] = useState<Message | null>(null)
  const isPlayerPage = useAlwaysDark()
  const openBulletin = useOpenBulletin()
  useWhenPageFree(next !== null && popup === null && !isPlayerPage, () => {
    if (next?.msgType === 'bulletin') void openBulletin(next)
    else if (next?.msgType === 'sub_live') {
      rememberSeen('shown', [next])
      alertMatch({ id: next.info.id, streamId: next.info.streamId, msg: next.title })
    } else if (next) {
      // The newest message is shown on behalf of all that arrived meanwhile.
      rememberSeen('shown', own)
      setPopup(next)
    }
  })

  const hasMatches = useStore(matchNotices, (state) => state.popup !== null || state.alerts.length > 0)
  return <MessagePopup message={isPlayerPage || hasMatches ? null : popup} close={() => setPopup(null)} />
}

/** Opens a bulletin after its text has loaded, because an empty dialog is useless. */
function useOpenBulletin(): (bulletin: Message) => Promise<void> {
  const { cache, script } = useMessageContext()
  const [failed] = useState(() => new Set<string>())
  return async (bulletin) => {
    const name = messageKey(bulletin)
    if (!cache || failed.has(name)) return
    const send = { id: bulletin.id }
    try {
      await cache.fetch(callKey('indexBulletinDetail', send, script), requestOf('indexBulletinDetail', send, script))
    } catch {
      // Deleted, or no network: retried on the next page.
      failed.add(name)
      return
    }
    if (!isPageFree() || readSeen().shown.has(name)) return
    rememberSeen('shown', [bulletin])
    void openDialog('message', bulletin)
  }
}

function useMessageContext() {
  return { cache: use(CallCacheContext), script: useScript() }
}

/** Reloads messages in a visible tab when they are older than the rule allows, or after an absence. */
function useRefresh(): void {
  const { cache, script } = useMessageContext()
  useEffect(() => {
    if (!cache) return
    // Messages restored from storage have their age from the page before.
    const { atMs } = cache.read(callKey('indexMessages', { type: 'bulletin', n: messageCount.bulletinCheck }, script))
    let refreshedMs = atMs === 0 ? Date.now() : atMs
    let hiddenMs = Date.now()
    const refreshIfOlder = (ageMs: number): void => {
      if (document.hidden || Date.now() - refreshedMs < ageMs) return
      refreshedMs = Date.now()
      refreshMessages(cache)
    }
    const onVisibilityChange = (): void => {
      if (document.hidden) hiddenMs = Date.now()
      // The realtime connection is closed while the tab is hidden.
      else refreshIfOlder(Date.now() - hiddenMs < longAbsenceMs ? refreshEveryMs : longAbsenceMs)
    }
    const backOnline = (): void => refreshIfOlder(0)
    const timer = setInterval(() => refreshIfOlder(refreshEveryMs), refreshCheckMs)
    document.addEventListener('visibilitychange', onVisibilityChange)
    addEventListener('online', backOnline)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
      removeEventListener('online', backOnline)
    }
  }, [cache, script])
}

/** Applies realtime notifications for the signed-in user. */
function usePush(): void {
  const { cache, script } = useMessageContext()
  const isIn = useSignedIn()
  const timer = useRef<number | undefined>(undefined)
  const isRefreshDue = useRef(false)
  // A hidden tab refreshes when it becomes visible.
  const refresh = useEffectEvent(() => {
    isRefreshDue.current = document.hidden
    if (cache && !document.hidden) refreshMessages(cache)
  })
  const onFrame = useEffectEvent((frame: StationFrame) => {
    if (!cache) return
    if ('message' in frame) applyMessageNews({ cache, script }, frame.message)
    else if ('notice' in frame) showNotice(frame.notice)
    else if ('bulletins' in frame) {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => refresh(), Math.random() * maxJitterMs)
    }
  })
  useEffect(() => {
    const onVisibilityChange = (): void => {
      if (isRefreshDue.current) refresh()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [])
  useEffect(() => {
    if (!isIn) return
    const end = subscribeToBroadcasts(script, (frame) => onFrame(frame))
    return () => {
      clearTimeout(timer.current)
      end()
    }
  }, [isIn, script])
}

/** After signing in, reports bulletins that were opened as a visitor. */
function useReportVisitorReads(): void {
  const { cache, script } = useMessageContext()
  const report = useEffectEvent(() => {
    const ids = bulletinIds(readSeen().opened)
    if (cache && ids.length > 0) void reportRead({ cache, script }, { ids, msgType: 'bulletin' })
  })
  useEffect(() => onSignedIn(() => report()), [])
}

/**
 * The newest bulletin, and all recent ones as long as one of them may be to be shown: usually the check of the newest is
 * enough. The list may be older than the check.
 */
function useBulletins(): { newest: Message | undefined; list: readonly Message[] | undefined } {
  const seen = useStore(seenMessages)
  const check = useCall('indexMessages', { type: 'bulletin', n: messageCount.bulletinCheck }).data
  const newest = check?.list[0]
  const enabled = needsBulletinList(newest, seen)
  const { data, isError } = useCall('indexMessages', { type: 'bulletin', n: messageCount.list }, { enabled })
  if (!enabled || !newest || (!data && !isError)) return { newest, list: undefined }
  const others = (data?.list ?? []).filter((bulletin) => messageKey(bulletin) !== messageKey(newest))
  return { newest, list: [newest, ...others] }
}

/** Stores that no bulletin is left to be shown, so that the next pages need not load the list. */
function useSettledBulletins(): void {
  const seen = useStore(seenMessages)
  const { newest, list } = useBulletins()
  const isSettled = list !== undefined && !list.some((bulletin) => isToBeShown(bulletin, seen))
  const settle = useEffectEvent(() => {
    if (newest) rememberSeen('settled', [newest])
  })
  useEffect(() => {
    if (isSettled) settle()
  }, [isSettled])
}

/** The message to show automatically on this page, and all recent messages about the user's comments. */
function useNews(): { next: Message | null; own: readonly Message[] } {
  const isIn = useSignedIn()
  const { pathname } = useLocation()
  const seen = useStore(seenMessages)
  const state = useCall('indexMessageState', {}, { enabled: isIn }).data
  const wants = (type: MessageType) => ({ enabled: isIn && unreadOf(state, type) > 0 })
  const { list, subscribedLive } = messageCount
  const bulletins = useBulletins().list ?? []
  const answers = useCall('indexMessages', { type: 'comment_commit', n: list }, wants('comment_commit')).data
  const thumbs = useCall('indexMessages', { type: 'comment_thumb_up', n: list }, wants('comment_thumb_up')).data
  const lives = useCall('indexMessages', { type: 'sub_live', n: subscribedLive }, wants('sub_live')).data
  const reminders = useCall('indexMessages', { type: 'reminder', n: list }, wants('reminder')).data
  const own = isIn ? [...(answers?.list ?? []), ...(thumbs?.list ?? []), ...(reminders?.list ?? [])] : []
  const all = [...bulletins, ...own, ...(isIn ? (lives?.list ?? []) : [])]
  return { next: nextToShow(all, seen, pathname === homeUrl), own }
}

const editableSelector = 'input, textarea, select, [contenteditable]'

/** Whether a message may be shown: the tab is visible, no dialog or menu is open, and nobody is typing. */
const isPageFree = (): boolean =>
  !document.hidden &&
  dialogs.getState().request === null &&
  !document.activeElement?.matches(editableSelector) &&
  document.querySelector('header [aria-expanded="true"], nav [aria-expanded="true"]') === null

/** Polls until the page is free, then acts; only while something waits. */
function useWhenPageFree(isWaiting: boolean, act: () => void): void {
  const check = useEffectEvent(() => {
    if (isPageFree()) act()
  })
  useEffect(() => {
    if (!isWaiting) return
    const first = setTimeout(() => check())
    const timer = setInterval(() => check(), pageCheckMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isWaiting])
}
