import { expect, test, vi } from 'vitest'
import { openPage } from '../../testing/realtime-page.ts'
import { openRealtimeAlone } from './realtime-alone.fixture.ts'

const room = 'match:7'
/** Polls until true, for busy machines. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 40_000 })

test('[B12] a page whose admission was checked before its room was closed is refused, not left in it', async () => {
  let isOpen = true
  let checks = 0
  let finishCheck = (): void => {}
  const { address, realtime } = await openRealtimeAlone({
    async canJoin() {
      checks++
      const is = isOpen
      await new Promise<void>((resolve) => {
        finishCheck = resolve
      })
      return is
    },
  })
  const page = await openPage(address)
  page.say({ join: room })
  await soon(() => expect(checks).toBe(1))
  isOpen = false
  realtime.closeRooms((name) => name === room)
  finishCheck()
  await soon(() => expect(checks).toBe(2))
  finishCheck()
  await soon(() => expect(page.heard).toContainEqual({ room, refused: true }))
  expect(realtime.rooms()).toEqual([])
})

test('[B12] a page that comes back into its room while it is closed hears nothing of the room after the refusal', async () => {
  let reads = 0
  let finishReading = (): void => {}
  const { address, realtime } = await openRealtimeAlone({
    async recent() {
      reads++
      await new Promise<void>((resolve) => {
        finishReading = resolve
      })
      return []
    },
  })
  const page = await openPage(address)
  page.say({ join: room, after: '1' })
  await soon(() => expect(reads).toBe(1))
  realtime.closeRooms((name) => name === room)
  await soon(() => expect(page.heard).toContainEqual({ room, refused: true }))
  finishReading()
  page.say({ join: 'match:8' })
  await soon(() => expect(page.heard.at(-1)).toMatchObject({ room: 'match:8' }))
  expect(page.heard.filter((frame) => 'room' in frame && frame.room === room)).toEqual([{ room, refused: true }])
})
