import { roomName, type Danmaku, type Room, type Script } from '@yunmu/contract'
import { heatOf, type DanmakuLayer } from '@yunmu/danmaku'
import { createStore, type StoreApi } from 'zustand'
import { blocks } from '../../lib/session/blocks.ts'
import { serverNowSec } from '../../lib/boot/boot.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { joinRoom, type RoomListener } from '../../lib/realtime/realtime.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { LikedList } from './list/liked-list.ts'
import { isFar, packAt, packSpan, spanAround } from './packs/pack-rules.ts'
import { PackShelf, type PackTold } from './packs/pack-shelf.ts'
import { isStillNew, momentAt } from './drawing/picture-moment.ts'
import { SaidList } from './list/said-list.ts'
import { danmakuSettings, shownSettings } from './stores/settings-store.ts'
import type { SendStyle } from './stores/send-style.ts'

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
/** What is kept around a moment: the packs of it, or as much of a channel on which very much is said. */
const mostKept = 20_000
/** What is heard of may be so much newer than what a pack tells. */
const packRestMs = 15_000

/** Everything that viewers say about what a player plays: read, heard, sent, and handed to the picture. */
export class DanmakuRoom {
  readonly state: StoreApi<RoomState>
  readonly place: Room
  readonly script: Script
  readonly liked: LikedList
  readonly #player: PlayerHandle
  readonly #shelf: PackShelf
  readonly #said = new SaidList()
  #layer: DanmakuLayer | null = null
  #counts: { stepSec: number; counts: readonly number[] } | null = null
  #goneMs: number | null = Date.now()
  #looks = 0
  #enteredMs = 0
  /** What is told while one's own is on its way: it may be among them, and is known as one's own by the answer. */
  #waiting: (readonly Danmaku[])[] | null = null
  /** How many lists of it stand open: they want to be filled, also where nothing flies. */
  #readers = 0
  /** Whether something was not kept because nobody wanted it. */
  #hasMissed = false
  /** Whose token what is known was asked with; undefined before anybody is known. */
  #asker: string | null | undefined
  #isOver = false

  constructor(player: PlayerHandle, place: Room, script: Script) {
    this.#player = player
    this.place = place
    this.script = script
    this.liked = new LikedList(place, script)
    this.state = createStore<RoomState>()(() => ({ list: [], online: 0, total: null, heat: [] }))
    this.#shelf = new PackShelf({
      read: (pack) => callOnce('danmakuList', { ...place, pack }, script),
      came: (pack, told, askedMs) => this.#came(pack, told, askedMs),
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
    // What is to play at the place is told to the player meanwhile: until then it stands where it stood before.
    queueMicrotask(() => {
      if (!this.#isOver) this.#want()
    })
    if (!this.isBroadcast) void this.#readHeat()
    return () => {
      this.#isOver = true
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
    layer.put(this.#said.list)
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
    const asker = this.#asker
    this.#waiting ??= []
    try {
      const { danmaku } = await callOnce('danmakuSend', { ...this.place, ...style, time, text }, this.script)
      if (this.#asker === asker) this.#told([{ ...danmaku, mine: true }], true)
    } finally {
      const told = this.#waiting ?? []
      this.#waiting = null
      for (const list of told) this.#told(list, false)
    }
  }

  /** Whose danmaku are, the station tells to who asks, by the token: the next person begins with nothing. */
  askAs(token: string | null): void {
    if (this.#asker !== undefined && this.#asker !== token) {
      this.#shelf.forget()
      this.#drop(this.#said.list.map(({ id }) => id))
      this.#want()
    }
    if (this.#asker !== token) void this.liked.begin(token !== null)
    this.#asker = token
  }

  /** Whether one is known of, and not gone. */
  knows(id: string): boolean {
    return this.#said.has(id)
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
    onFrame: (frame) => {
      if ('danmaku' in frame) {
        this.state.setState({ online: frame.online })
        if (this.#waiting) this.#waiting.push(frame.danmaku)
        else this.#told(frame.danmaku, false)
      } else if ('gone' in frame) this.#drop(frame.gone)
    },
    onConnectionChange: (isOpen) => {
      if (isOpen && this.#goneMs !== null && Date.now() - this.#goneMs > longGoneMs) this.#shelf.refresh()
      if (isOpen) this.#enteredMs = Date.now()
      this.#goneMs = isOpen ? null : (this.#goneMs ?? Date.now())
    },
  }

  /** What is said just now: it flies where the picture is near, and else when the picture gets there. */
  #told(list: readonly Danmaku[], isOwn: boolean): void {
    const moment = this.moment() ?? serverNowSec()
    const isCatchingUp = Date.now() - this.#enteredMs < catchingUpMs
    const unknown = list.filter(({ id }) => !this.#said.has(id))
    const near = unknown.filter(({ time }) => isOwn || !isFar(packAt(time), moment))
    this.state.setState(({ total }) => ({ total: total === null || isCatchingUp ? total : total + unknown.length }))
    if (!this.#isWanted) this.#hasMissed = true
    else this.#tell(near, isOwn, moment, isCatchingUp)
    this.#trim(moment)
  }

  #tell(list: readonly Danmaku[], isOwn: boolean, moment: number, isCatchingUp: boolean): void {
    const { fresh } = this.#said.add(list, Date.now())
    const isNow = ({ time }: Danmaku): boolean => isOwn || (!isCatchingUp && isStillNew(time, moment, this.isBroadcast))
    this.#layer?.put(fresh.filter((one) => !isNow(one)))
    for (const one of fresh.filter(isNow)) this.#layer?.show(one)
    this.#tellList()
  }

  /** A pack is as it is: what it does not have any more was taken back while nobody heard of it. */
  #came(pack: number, { list, whole }: PackTold, askedMs: number): void {
    const gone = whole ? this.#said.missing(list, { ...packSpan(pack), beforeMs: askedMs - packRestMs }) : []
    if (gone.length > 0) this.#drop(gone)
    this.#add(list)
  }

  /** What flies already goes on flying where it is. */
  #add(list: readonly Danmaku[]): void {
    const { fresh, changed } = this.#said.add(list, Date.now())
    this.#layer?.put([...fresh, ...changed])
    this.#tellList()
  }

  #drop(ids: readonly string[]): void {
    this.#said.drop(ids)
    this.#layer?.drop(ids)
    this.#tellList()
  }

  /** Nothing is kept that is far from the moment, whether danmaku are on or not. */
  #trim(sec: number): void {
    this.#shelf.leave(sec)
    const gone = this.#said.keep({ ...spanAround(sec), sec, most: mostKept })
    if (gone.length > 0) this.#layer?.drop(gone)
    this.#tellList()
  }

  #tellList(): void {
    const { list } = this.#said
    if (list !== this.state.getState().list) this.state.setState({ list })
  }

  get #isWanted(): boolean {
    return danmakuSettings.getState().settings.on || this.#readers > 0
  }

  #want(): void {
    const { phase, durationSec } = this.#player.state.getState()
    const moment = this.moment()
    if (phase !== 'open' || moment === null) return
    this.#trim(moment)
    if (!this.#isWanted) return
    this.#shelf.want(moment, this.isBroadcast ? serverNowSec() + 1 : durationSec || Infinity)
    if (this.#hasMissed) this.#shelf.refresh()
    this.#hasMissed = false
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
