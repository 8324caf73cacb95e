import { roomName, subjectKinds, type Danmaku, type Room, type Script } from '@yunmu/contract'
import { heatOf, type DanmakuLayer } from '@yunmu/danmaku'
import { createStore, type StoreApi } from 'zustand'
import { blocks } from '../../lib/session/blocks.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { joinRoom, type RoomListener } from '../../lib/realtime/realtime.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { LikedList } from './list/liked-list.ts'
import { isFar, packAt, packSpan, spanAround } from './packs/pack-rules.ts'
import { PackCache, type PackReply } from './packs/pack-cache.ts'
import { isRecent, momentAt } from './drawing/picture-moment.ts'
import { DanmakuTimeline } from './list/danmaku-timeline.ts'
import { danmakuSettings, effectiveSettings } from './stores/settings-store.ts'
import type { SendStyle } from './stores/send-style.ts'

export interface RoomState {
  /** Danmaku around the current moment, sorted by time. */
  list: readonly Danmaku[]
  /** Number of viewers; 0 if unknown. */
  online: number
  /** Number of all danmaku; null if unknown. */
  total: number | null
  /** Density over the whole duration, values from 0 to 1. Empty if there are too few danmaku. */
  heat: readonly number[]
}

/** With fewer danmaku the density means nothing. */
const minForHeat = 50
/** Interval of polling while the realtime connection is down. */
const pollMs = 15_000
/** Episodes are polled only every so many intervals. */
const vodPollInterval = 8
/** After a longer disconnect the room's replay may be incomplete. */
const longDisconnectMs = 45_000
/** Danmaku received so soon after joining are replayed: they are not shown as new. */
const catchUpMs = 2000
/** Upper bound of the danmaku in memory: several packs, or part of a busy channel. */
const maxKept = 20_000
/** A pack may be this much older than realtime frames. */
const packMaxAgeMs = 15_000

/** Danmaku of one pool: loads packs, receives frames, sends, and feeds the canvas. */
export class DanmakuRoom {
  readonly state: StoreApi<RoomState>
  readonly pool: Room
  readonly script: Script
  readonly liked: LikedList
  readonly #player: PlayerHandle
  readonly #packs: PackCache
  readonly #timeline = new DanmakuTimeline()
  #layer: DanmakuLayer | null = null
  #counts: { stepSec: number; counts: readonly number[] } | null = null
  #disconnectedMs: number | null = Date.now()
  #polls = 0
  #joinedMs = 0
  /**
   * Frames received while an own danmaku is being sent: they may contain it, and only the reply tells that it is the
   * viewer's.
   */
  #heldBack: (readonly Danmaku[])[] | null = null
  /** Number of open lists; they need danmaku even if these are switched off. */
  #openLists = 0
  /** Whether frames were skipped because nothing displayed danmaku. */
  #hasSkipped = false
  /** Token that the known danmaku were requested with; undefined before the first. */
  #token: string | null | undefined
  #isOver = false

  constructor(player: PlayerHandle, pool: Room, script: Script) {
    this.#player = player
    this.pool = pool
    this.script = script
    this.liked = new LikedList(pool, script)
    this.state = createStore<RoomState>()(() => ({ list: [], online: 0, total: null, heat: [] }))
    this.#packs = new PackCache({
      load: (pack) => callOnce('danmakuList', { ...pool, pack }, script),
      onLoaded: (pack, told, askedMs) => this.#onPackLoaded(pack, told, askedMs),
    })
  }

  /** Starts loading and receiving. Returns a function that stops it. */
  start(): () => void {
    const timer = setInterval(() => this.#poll(), pollMs)
    const ends = [
      () => clearInterval(timer),
      joinRoom(roomName(this.pool), this.script, this.#listener),
      this.#player.state.subscribe((state, before) => {
        const hasMoved = state.positionSec !== before.positionSec || state.phase !== before.phase
        if (hasMoved || state.clock !== before.clock) this.#ensurePacks()
        if (state.durationSec !== before.durationSec) this.#updateHeat()
      }),
      danmakuSettings.subscribe(() => {
        this.#layer?.set(effectiveSettings())
        this.#ensurePacks()
      }),
      blocks.subscribe(() => this.#layer?.set(effectiveSettings())),
    ]
    // The player is told what to play in the same tick; until then its state is that of the previous media.
    queueMicrotask(() => {
      if (!this.#isOver) this.#ensurePacks()
    })
    if (!this.isBroadcast) void this.#readHeat()
    return () => {
      this.#isOver = true
      for (const end of ends) end()
      this.#packs.destroy()
    }
  }

  get isBroadcast(): boolean {
    return !subjectKinds[this.pool.kind].hasEpisodes
  }

  /** The current moment, as `Danmaku.time`; null if the broadcast's stream has no wall-clock time. */
  moment(): number | null {
    const state = this.#player.state.getState()
    return momentAt(state, state.positionSec, this.isBroadcast)
  }

  /** Draws on a layer. Returns the detach function. */
  attach(layer: DanmakuLayer): () => void {
    this.#layer = layer
    layer.set(effectiveSettings())
    layer.put(this.#timeline.list)
    return () => {
      this.#layer = null
    }
  }

  /** Keeps packs loaded for an open list. Returns the function that releases it. */
  openList(): () => void {
    this.#openLists++
    this.#ensurePacks()
    return () => {
      this.#openLists--
    }
  }

  /** Sends a danmaku at the current moment. Throws like calls do. */
  async send(text: string, style: SendStyle): Promise<void> {
    const sec = this.moment() ?? serverNowSec()
    const time = Math.round(sec * 1000) / 1000
    const token = this.#token
    this.#heldBack ??= []
    try {
      const { danmaku } = await callOnce('danmakuSend', { ...this.pool, ...style, time, text }, this.script)
      if (this.#token === token) this.#receive([{ ...danmaku, mine: true }], true)
    } finally {
      const told = this.#heldBack ?? []
      this.#heldBack = null
      for (const list of told) this.#receive(list, false)
    }
  }

  /** Sets the viewer's token. `mine` flags depend on it, so all danmaku are loaded again for another user. */
  setToken(token: string | null): void {
    if (this.#token !== undefined && this.#token !== token) {
      this.#packs.clear()
      this.#remove(this.#timeline.list.map(({ id }) => id))
      this.#ensurePacks()
    }
    if (this.#token !== token) void this.liked.load(token !== null)
    this.#token = token
  }

  /** Whether a danmaku is known and not deleted. */
  has(id: string): boolean {
    return this.#timeline.has(id)
  }

  /** Replaces a danmaku with a changed version. */
  replace(danmaku: Danmaku): void {
    this.#add([danmaku])
  }

  remove(id: string): void {
    this.#remove([id])
    this.state.setState(({ total }) => ({ total: total === null ? null : Math.max(0, total - 1) }))
  }

  readonly #listener: RoomListener = {
    onFrame: (frame) => {
      if ('danmaku' in frame) {
        this.state.setState({ online: frame.online })
        if (this.#heldBack) this.#heldBack.push(frame.danmaku)
        else this.#receive(frame.danmaku, false)
      } else if ('gone' in frame) this.#remove(frame.gone)
    },
    onConnectionChange: (isOpen) => {
      if (isOpen && this.#disconnectedMs !== null && Date.now() - this.#disconnectedMs > longDisconnectMs)
        this.#packs.refresh()
      if (isOpen) this.#joinedMs = Date.now()
      this.#disconnectedMs = isOpen ? null : (this.#disconnectedMs ?? Date.now())
    },
  }

  /** Handles new danmaku: shown at once if their moment is near, otherwise when playback reaches it. */
  #receive(list: readonly Danmaku[], isOwn: boolean): void {
    const moment = this.moment() ?? serverNowSec()
    const isCatchingUp = Date.now() - this.#joinedMs < catchUpMs
    const unknown = list.filter(({ id }) => !this.#timeline.has(id))
    const near = unknown.filter(({ time }) => isOwn || !isFar(packAt(time), moment))
    this.state.setState(({ total }) => ({ total: total === null || isCatchingUp ? total : total + unknown.length }))
    if (!this.#isWanted) this.#hasSkipped = true
    else this.#show(near, isOwn, moment, isCatchingUp)
    this.#trim(moment)
  }

  #show(list: readonly Danmaku[], isOwn: boolean, moment: number, isCatchingUp: boolean): void {
    const { fresh } = this.#timeline.add(list, Date.now())
    const isNow = ({ time }: Danmaku): boolean => isOwn || (!isCatchingUp && isRecent(time, moment, this.isBroadcast))
    this.#layer?.put(fresh.filter((one) => !isNow(one)))
    for (const one of fresh.filter(isNow)) this.#layer?.show(one)
    this.#publishList()
  }

  /** A pack is authoritative: danmaku missing from it were deleted and are removed. */
  #onPackLoaded(pack: number, { list, whole }: PackReply, askedMs: number): void {
    const gone = whole ? this.#timeline.missingIn(list, { ...packSpan(pack), beforeMs: askedMs - packMaxAgeMs }) : []
    if (gone.length > 0) this.#remove(gone)
    this.#add(list)
  }

  /** Danmaku already on the screen keep their position. */
  #add(list: readonly Danmaku[]): void {
    const { fresh, changed } = this.#timeline.add(list, Date.now())
    this.#layer?.put([...fresh, ...changed])
    this.#publishList()
  }

  #remove(ids: readonly string[]): void {
    this.#timeline.remove(ids)
    this.#layer?.remove(ids)
    this.#publishList()
  }

  /** Drops danmaku far from the moment, also while danmaku are switched off. */
  #trim(sec: number): void {
    this.#packs.evictFar(sec)
    const gone = this.#timeline.trim({ ...spanAround(sec), sec, max: maxKept })
    if (gone.length > 0) this.#layer?.remove(gone)
    this.#publishList()
  }

  #publishList(): void {
    const { list } = this.#timeline
    if (list !== this.state.getState().list) this.state.setState({ list })
  }

  get #isWanted(): boolean {
    return danmakuSettings.getState().settings.on || this.#openLists > 0
  }

  #ensurePacks(): void {
    const { phase, durationSec } = this.#player.state.getState()
    const moment = this.moment()
    if (phase !== 'open' || moment === null) return
    this.#trim(moment)
    if (!this.#isWanted) return
    this.#packs.ensure(moment, this.isBroadcast ? serverNowSec() + 1 : durationSec || Infinity)
    if (this.#hasSkipped) this.#packs.refresh()
    this.#hasSkipped = false
  }

  #poll(): void {
    if (this.#disconnectedMs === null || document.hidden) return
    this.#polls++
    if (this.isBroadcast || this.#polls % vodPollInterval === 0) this.#packs.refresh()
  }

  async #readHeat(): Promise<void> {
    try {
      const { total, stepSec, counts } = await callOnce('danmakuHeat', this.pool, this.script)
      this.state.setState({ total })
      this.#counts = { stepSec, counts }
      this.#updateHeat()
    } catch {
      // The page works without the curve and the count.
    }
  }

  /** The counts end with the last danmaku; the curve covers the whole duration. */
  #updateHeat(): void {
    const { durationSec } = this.#player.state.getState()
    const { total } = this.state.getState()
    if (!this.#counts || (total ?? 0) < minForHeat || !(durationSec > 0 && Number.isFinite(durationSec))) return
    const { stepSec, counts } = this.#counts
    if (counts.length === 0) return
    const steps = Math.max(1, Math.ceil(durationSec / stepSec))
    this.state.setState({ heat: heatOf(Array.from({ length: steps }, (_, at) => counts[at] ?? 0)) })
  }
}
