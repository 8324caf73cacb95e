import { createWorkerChannel, type ChannelPeer, type WorkerChannel } from '../platform/process/worker-channel.ts'

/** The channels of a main process and its workers, connected in this process. What travels becomes JSON, as it does between processes. */
export function connectChannels(workerCount: number): {
  main: WorkerChannel
  workers: WorkerChannel[]
  /** Ends a worker: the main process learns of it after what the worker has sent. */
  end(worker: WorkerChannel | undefined): void
} {
  type Receive = (message: unknown, from: ChannelPeer) => void
  let receiveInMain: Receive = () => {}
  let onWorkerEnd: (worker: ChannelPeer) => void = () => {}
  const peerOf = (receive: () => Receive, from: () => ChannelPeer): ChannelPeer => ({
    send(message) {
      const text = JSON.stringify(message)
      setImmediate(() => receive()(JSON.parse(text), from()))
    },
  })
  const ends = Array.from({ length: workerCount }, () => {
    let receiveInWorker: Receive = () => {}
    const worker: ChannelPeer = peerOf(
      () => receiveInWorker,
      () => main,
    )
    const main: ChannelPeer = peerOf(
      () => receiveInMain,
      () => worker,
    )
    const channel = createWorkerChannel({
      isWorker: true,
      peers: () => [main],
      receive: (listener) => void (receiveInWorker = listener),
      onEnd: () => {},
      close: () => {},
    })
    return { worker, channel }
  })
  const main = createWorkerChannel({
    isWorker: false,
    peers: () => ends.map(({ worker }) => worker),
    receive: (listener) => void (receiveInMain = listener),
    onEnd: (listener) => void (onWorkerEnd = listener),
    close: () => {},
  })
  return {
    main,
    workers: ends.map(({ channel }) => channel),
    end(ended) {
      for (const { worker, channel } of ends) if (channel === ended) setImmediate(() => onWorkerEnd(worker))
    },
  }
}
