import type { Schema } from '@yunmu/contract'
import type * as z from 'zod/mini'

/** A kind of event, announced by its domain. */
export interface EventKind<Detail extends Schema = Schema> {
  /** Its name on the bus. */
  readonly name: string
  readonly detail: Detail
}

export function defineEvent<Detail extends Schema>(name: string, detail: Detail): EventKind<Detail> {
  return { name, detail }
}

/** Carries events between the processes of the station. */
export interface Bus {
  publish(name: string, detail: unknown): void
  /** Resolves when all published events were sent: to false if some are not, because there is no connection. */
  flush(): Promise<boolean>
  /** Called once, with the function that receives events of other processes. */
  subscribe(receive: (name: string, detail: unknown) => void): void
}

/**
 * Null means that an unknown event of this kind happened: it was too long for the bus, or lost. What it returns is not
 * used, and nobody waits for a promise; but its failure is reported as that of a listener that throws.
 */
export type Listener<Detail extends Schema> = (detail: z.output<Detail> | null) => unknown

export interface Events {
  announce<Detail extends Schema>(event: EventKind<Detail>, detail: z.output<Detail>): void
  /** To this process only: the others learn of it by the outbox. */
  announceHere<Detail extends Schema>(event: EventKind<Detail>, detail: z.output<Detail>): void
  /** Returns the function that removes the listener. */
  on<Detail extends Schema>(event: EventKind<Detail>, listener: Listener<Detail>): () => void
  /** Events of other processes may have been lost: calls every listener with null. */
  reportGap(): void
}

/**
 * Events are delivered to all listeners in this process synchronously, and to other processes over the bus. A listener
 * that throws does not affect the others.
 */
export function createEvents(bus: Bus, onError: (err: unknown) => void): Events {
  const listeners = new Map<string, Set<(detail: unknown) => unknown>>()
  const deliver = (name: string, detail: unknown): void => {
    for (const listener of listeners.get(name) ?? []) {
      try {
        const ended = listener(detail)
        if (ended instanceof Promise) ended.catch(onError)
      } catch (err) {
        onError(err)
      }
    }
  }
  bus.subscribe(deliver)
  return {
    reportGap() {
      for (const name of listeners.keys()) deliver(name, null)
    },
    announce(event, detail) {
      deliver(event.name, detail)
      bus.publish(event.name, detail)
    },
    announceHere: (event, detail) => deliver(event.name, detail),
    on(event, listener) {
      const parseAndCall = (detail: unknown): unknown => listener(detail === null ? null : event.detail.parse(detail))
      const ofEvent = listeners.get(event.name) ?? new Set()
      listeners.set(event.name, ofEvent.add(parseAndCall))
      return () => ofEvent.delete(parseAndCall)
    },
  }
}
