import { roomName, type Danmaku, type Room, type Script } from '@yunmu/contract'
import { heatOf, type DanmakuLayer } from '@yunmu/danmaku'
import { createStore, type StoreApi } from 'zustand'
import { blocks } from '../../lib/blocks.ts'
import { serverNowSec } from '../../lib/boot.ts'
import { callOnce } from '../../lib/call-query.ts'
import { joinRoom, type RoomListener } from '../../lib/realtime.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { isFar, packAt } from './pack-rules.ts'
import { PackShelf } from './pack-shelf.ts'
import { isStillNew, momentAt } from './picture-moment.ts'
import { inPack, withoutIds, withSaid } from './said-list.ts'
import { danmakuSettings, shownSettings } from './settings-store.ts'
import type { SendStyle } from './send-style.ts'

export interface RoomState {
  /** What is known around the moment, in the order of its time. */
  list: readonly Danmaku[]
  /** How many watch; 0 where it is not known. */
  online: number
  /** How many danmaku there are in all; null where it is not known. */
  total: number | null
  /** Where they are dense: 0 to 1, from the start to the end. Empty where there are few. */
  heat: readonly number[]
}

/** Fewer say nothing about where to look. */
const leastForHeat = 50
/** Without the line, what was said since is read now and then; that is how often it is looked. */
const lookEveryMs = 15_000
/** Of a film it can wait. */
const calmLooks = 8
/** A line that was gone for longer may not tell all that was missed. */
const longGoneMs = 45_000
/** What is heard so soon after entering was said before: it is not shown as if it were said now. */
const catchingUpMs = 2000

/** Everything that viewers say about what a player plays: read, heard, sent, and handed to the picture. */
export class DanmakuRoom {
  readonly state: StoreApi<RoomState>
  readonly place: Room
  readonly script: Script
  readonly #player: PlayerHandle
  readonly #shelf: PackShelf
  #layer: DanmakuLayer | null = null
  #counts: { stepSec: number; counts: readonly number[] } | null = null
  #goneMs: number | null = Date.now()
  #looks = 0
  #enteredMs = 0
  /** What is told while one's own is on its way: it may be among them, and is known as one's own by the answer. */
  #waiting: (readonly Danmaku[])[] | null = null
  /** How many lists of it stand open: they want to be filled, also where nothing flies. */
  #readers = 0

  constructor(player: PlayerHandle, place: Room, script: Script) {
    this.#player = player
    this.place = place
    this.script = script
    this.state = createStore<RoomState>()(() => ({ list: [], online: 0, total: null, heat: [] }))
    this.#shelf = new PackShelf({
      read: async (pack) => (await callOnce('danmakuList', { ...place, pack }, script)).list,
      came: (_pack, list) => this.#add(list),
      went: (pack) => this.#drop(inPack(this.state.getState().list, pack).map(({ id }) => id)),
    })
  }

  /** Reads, hears and tells. Returns what ends it. */
  begin(): () => void {
    const timer = setInterval(() => this.#look(), lookEveryMs)
    const ends = [
      () => clearInterval(timer),
      joinRoom(roomName(this.place), this.script, this.#listener),
      this.#player.state.subscribe((state, before) => {
        const isElsewhere = state.positionSec !== before.positionSec || state.phase !== before.phase
        if (isElsewhere || state.clock !== before.clock) this.#want()
        if (state.durationSec !== before.durationSec) this.#tellHeat()
      }),
      danmakuSettings.subscribe(() => {
        this.#layer?.set(shownSettings())
        this.#want()
      }),
      blocks.subscribe(() => this.#layer?.set(shownSettings())),
    ]
    this.#want()
    void this.#readHeat()
    return () => {
      for (const end of ends) end()
      this.#shelf.destroy()
    }
  }

  get isBroadcast(): boolean {
    return this.place.kind !== 'vod'
  }

  /** The moment on the screen, as `Danmaku.time`; null where the picture does not tell. */
  moment(): number | null {
    const state = this.#player.state.getState()
    return momentAt(state, state.positionSec, this.isBroadcast)
  }

  /** Draws on a layer from now on. Returns what ends it. */
  attach(layer: DanmakuLayer): () => void {
    this.#layer = layer
    layer.set(shownSettings())
    layer.put(this.state.getState().list)
    return () => {
      this.#layer = null
    }
  }

  /** Is read although nothing may fly. Returns what ends it. */
  openList(): () => void {
    this.#readers++
    this.#want()
    return () => {
      this.#readers--
    }
  }

  /** Says something at the moment on the screen. Throws as calls do. */
  async send(text: string, style: SendStyle): Promise<void> {
    const sec = this.moment() ?? serverNowSec()
    const time = Math.round(sec * 1000) / 1000
    this.#waiting ??= []
    try {
      const { danmaku } = await callOnce('danmakuSend', { ...this.place, ...style, time, text }, this.script)
      this.#told([{ ...danmaku, mine: true }], true)
    } finally {
      const told = this.#waiting ?? []
      this.#waiting = null
      for (const list of told) this.#told(list, false)
    }
  }

  /** Somebody else is asking: what is theirs is known by the station alone. */
  renew(): void {
    this.#shelf.refresh()
  }

  /** What is known of one has changed. */
  replace(danmaku: Danmaku): void {
    this.#add([danmaku])
  }

  remove(id: string): void {
    this.#drop([id])
    this.state.setState(({ total }) => ({ total: total === null ? null : Math.max(0, total - 1) }))
  }

  readonly #listener: RoomListener = {
    heard: (frame) => {
      if ('danmaku' in frame) {
        this.state.setState({ online: frame.online })
        if (this.#waiting) this.#waiting.push(frame.danmaku)
        else this.#told(frame.danmaku, false)
      } else if ('gone' in frame) this.#drop(frame.gone)
    },
    lineChanged: (isOpen) => {
      if (isOpen && this.#goneMs !== null && Date.now() - this.#goneMs > longGoneMs) this.#shelf.refresh()
      if (isOpen) this.#enteredMs = Date.now()
      this.#goneMs = isOpen ? null : (this.#goneMs ?? Date.now())
    },
  }

  /** What is said just now: it flies where the picture is near, and else when the picture gets there. */
  #told(list: readonly Danmaku[], isOwn: boolean): void {
    const known = new Map(this.state.getState().list.map((one) => [one.id, one]))
    const fresh = list.filter(({ id }) => !known.has(id))
    const moment = this.moment() ?? serverNowSec()
    const isCatchingUp = Date.now() - this.#enteredMs < catchingUpMs
    const near = fresh.filter(({ time }) => isOwn || !isFar(packAt(time), moment))
    this.state.setState((state) => ({
      list: withSaid(state.list, near),
      total: state.total === null || isCatchingUp ? state.total : state.total + fresh.length,
    }))
    const isNow = ({ time }: Danmaku): boolean => isOwn || (!isCatchingUp && isStillNew(time, moment, this.isBroadcast))
    this.#layer?.put(near.filter((one) => !isNow(one)))
    for (const one of near.filter(isNow)) this.#layer?.show(one)
  }

  /** What flies already goes on flying where it is. */
  #add(list: readonly Danmaku[]): void {
    const known = new Set(this.state.getState().list.map(({ id }) => id))
    this.state.setState((state) => ({ list: withSaid(state.list, list) }))
    this.#layer?.put(list.filter(({ id }) => !known.has(id)))
  }

  #drop(ids: readonly string[]): void {
    this.state.setState((state) => ({ list: withoutIds(state.list, ids) }))
    this.#layer?.drop(ids)
  }

  #want(): void {
    if (!danmakuSettings.getState().settings.on && this.#readers === 0) return
    const { phase, durationSec } = this.#player.state.getState()
    const moment = this.moment()
    if (phase !== 'open' || moment === null) return
    this.#shelf.want(moment, this.isBroadcast ? serverNowSec() + 1 : durationSec || Infinity)
  }

  #look(): void {
    if (this.#goneMs === null || document.hidden) return
    this.#looks++
    if (this.isBroadcast || this.#looks % calmLooks === 0) this.#shelf.refresh()
  }

  async #readHeat(): Promise<void> {
    try {
      const { total, stepSec, counts } = await callOnce('danmakuHeat', this.place, this.script)
      this.state.setState({ total })
      this.#counts = { stepSec, counts }
      this.#tellHeat()
    } catch {
      // The page does without a curve and a number.
    }
  }

  /** The steps end with the last danmaku, the curve with the film. */
  #tellHeat(): void {
    const { durationSec } = this.#player.state.getState()
    const { total } = this.state.getState()
    if (!this.#counts || (total ?? 0) < leastForHeat || !(durationSec > 0 && Number.isFinite(durationSec))) return
    const { stepSec, counts } = this.#counts
    if (counts.length === 0) return
    const steps = Math.max(1, Math.ceil(durationSec / stepSec))
    this.state.setState({ heat: heatOf(Array.from({ length: steps }, (_, at) => counts[at] ?? 0)) })
  }
}
