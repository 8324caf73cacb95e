import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TouchTracker, type TouchFrame, type TouchGesture } from './touch-rules.ts'

const size = { width: 390, height: 219 }
const tracker = (isFullscreen = false): TouchTracker => new TouchTracker((): TouchFrame => ({ ...size, isFullscreen }))
const at = (x: number, y: number, ms = 0, id = 1) => ({ id, x, y, ms })

function tap(touches: TouchTracker, x: number, ms: number): TouchGesture | null {
  touches.down(at(x, 100, ms))
  return touches.up(at(x, 100, ms + 40))
}

function drag(touches: TouchTracker, from: [number, number], to: [number, number]): (TouchGesture | null)[] {
  touches.down(at(...from))
  return [touches.move(at(...to)), touches.up(at(...to))]
}

test.each([
  ['left', 10, 100],
  ['right', 380, 100],
  ['lower', 200, 210],
])('[F08] a drag from the %s edge is left to the system', (_, x, y) => {
  expect(drag(tracker(true), [x, y], [200, 100])).toEqual([null, null])
})

test('[F08] a vertical drag outside full screen is left to the page', () => {
  expect(drag(tracker(), [60, 60], [60, 160])[0]).toBeNull()
})

test('[F08] a tap is recognised, and two within 300 ms are one double tap', () => {
  const touches = tracker()
  expect(tap(touches, 200, 0)).toEqual({ kind: 'tap' })
  expect(tap(touches, 200, 200)).toEqual({ kind: 'doubleTap', third: 'middle' })
  expect(tap(touches, 200, 300)).toEqual({ kind: 'tap' })
  expect(tap(touches, 200, 900)).toEqual({ kind: 'tap' })
})

test.each([
  [60, 'left'],
  [195, 'middle'],
  [340, 'right'],
])('[F08] a double tap at %d is in the %s third', (x, third) => {
  const touches = tracker()
  tap(touches, x, 0)
  expect(tap(touches, x, 100)).toEqual({ kind: 'doubleTap', third })
})

test('[F08] a drag over the whole width seeks 90 seconds', () => {
  const [moved, lifted] = drag(tracker(), [30, 100], [30 + size.width / 3, 100])
  expect(moved).toEqual({ kind: 'seekBy', sec: 30, isDone: false })
  expect(lifted).toEqual({ kind: 'seekBy', sec: 30, isDone: true })
})

test('[F08] a drag farther up seeks four times as precisely', () => {
  const touches = tracker()
  touches.down(at(30, 180))
  touches.move(at(30 + size.width / 3, 180))
  const moved = touches.move(at(30 + (2 * size.width) / 3, 100))
  expect(moved).toMatchObject({ sec: expect.closeTo(37.5, 6) })
})

test('[F08] in full screen a vertical drag is brightness on the left, volume on the right, and exits in the middle', () => {
  expect(drag(tracker(true), [60, 160], [60, 50.5])[0]).toEqual({ kind: 'brightness', by: 0.5 })
  expect(drag(tracker(true), [340, 50], [340, 159.5])[0]).toEqual({ kind: 'volume', by: -0.5 })
  expect(drag(tracker(true), [195, 40], [195, 150])).toEqual([null, { kind: 'leave' }])
  expect(drag(tracker(true), [195, 40], [195, 90])).toEqual([null, null])
})

test('[F08] a long press plays fast until the finger lifts or the system cancels it', () => {
  const touches = tracker()
  touches.down(at(200, 100))
  expect(touches.longPress()).toEqual({ kind: 'fast', isOn: true })
  expect(touches.move(at(300, 100))).toBeNull()
  expect(touches.up(at(300, 100))).toEqual({ kind: 'fast', isOn: false })
  touches.down(at(200, 100))
  touches.longPress()
  expect(touches.cancel()).toEqual({ kind: 'fast', isOn: false })
})

test('[F08] spreading two fingers fills the frame, pinching shows the whole picture', () => {
  const touches = tracker()
  touches.down(at(150, 100, 0, 1))
  touches.down(at(250, 100, 0, 2))
  expect(touches.move(at(290, 100, 0, 2))).toEqual({ kind: 'fill', isOn: true })
  expect(touches.move(at(200, 100, 0, 2))).toEqual({ kind: 'fill', isOn: false })
})

test('[F08] for any gestures, fast playback ends', () => {
  const touch = fc.record({ id: fc.integer({ min: 1, max: 3 }), x: fc.nat(390), y: fc.nat(219), ms: fc.nat(5000) })
  const act = fc.tuple(fc.constantFrom('down', 'move', 'up', 'held'), touch)
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const touches = tracker(true)
      let isFast = false
      const note = (gesture: TouchGesture | null | void): void => {
        if (gesture?.kind === 'fast') isFast = gesture.isOn
      }
      for (const [name, given] of acts) note(name === 'held' ? touches.longPress() : touches[name](given))
      note(touches.cancel())
      expect(isFast).toBe(false)
    }),
  )
})
