import { setup } from 'xstate'

/** A chart of thirty states: boxes in boxes, two regions side by side, guards, actions, calls, delays and `always`. */
export const thirtyStates = setup({
  types: { events: {} as { type: string } },
  guards: { isComplete: () => true, isAllowed: () => true, hasMessage: () => true, isNew: () => true },
  actions: { keep: () => {}, clear: () => {}, tell: () => {} },
  delays: { A_WHILE: 1000 },
}).createMachine({
  id: 'thirty',
  description: 'An order, from the first line to the last payment, with its connection.',
  type: 'parallel',
  states: {
    order: {
      initial: 'opening',
      on: { 'order.drop': { guard: 'isAllowed', target: '.dropped', actions: ['clear', 'tell'] } },
      states: {
        opening: { always: [{ guard: 'isNew', target: 'entering' }, { target: 'stored' }] },
        entering: {
          initial: 'choosing',
          states: {
            choosing: { on: { 'line.add': { target: 'counting', actions: 'keep' }, 'line.search': 'searching' } },
            searching: { tags: 'busy', after: { A_WHILE: 'choosing' }, on: { 'search.end': 'choosing' } },
            counting: { on: { 'count.enter': [{ guard: 'isComplete', target: 'priced' }, { actions: 'tell' }] } },
            priced: { on: { 'line.add': 'choosing', 'line.remove': { target: 'choosing', actions: 'clear' } } },
            confirming: { on: { 'order.confirm': 'sending', 'order.back': 'priced' } },
            sending: {
              tags: 'busy',
              on: {
                'send.done': { target: '#thirty.order.stored', actions: ['keep', 'tell'] },
                'send.fail': [{ guard: 'hasMessage', target: 'refused', actions: 'keep' }, { target: 'confirming' }],
              },
            },
            refused: { tags: 'failed', on: { 'failure.dismiss': { target: 'confirming', actions: 'clear' } } },
          },
          on: { 'order.check': { guard: 'isComplete', target: '.confirming' } },
        },
        stored: {
          initial: 'waiting',
          states: {
            waiting: { on: { 'order.accept': 'packing', 'order.refuse': 'declined' } },
            packing: { on: { 'pack.done': 'ready', 'pack.short': { target: 'waiting', actions: 'tell' } } },
            ready: { after: { 5000: 'travelling' }, on: { 'order.fetch': 'delivered' } },
            travelling: { on: { 'parcel.arrive': 'delivered', 'parcel.lose': { target: 'packing', actions: 'tell' } } },
            delivered: { on: { 'bill.issue': 'billed' } },
            billed: { on: { 'bill.pay': [{ guard: 'isComplete', target: 'paid' }, { target: 'reminded' }] } },
            reminded: { after: { A_WHILE: 'billed' }, on: { 'bill.pay': 'paid' } },
            paid: { type: 'final' },
            declined: { on: { 'order.change': '#thirty.order.entering' } },
          },
          onDone: 'closed',
        },
        closed: { type: 'final' },
        dropped: { on: { 'order.open': 'opening' } },
      },
    },
    connection: {
      initial: 'online',
      states: {
        online: { on: { 'server.miss': 'offline' } },
        offline: { after: { A_WHILE: 'probing' }, on: { 'server.reach': 'online' } },
        probing: { on: { 'probe.done': 'online', 'probe.fail': 'offline' } },
      },
    },
    keeping: {
      initial: 'idle',
      states: {
        idle: { on: { 'draft.change': 'settling' } },
        settling: { after: { A_WHILE: { target: 'writing', actions: 'keep' } }, on: { 'draft.change': 'settling' } },
        writing: { on: { 'write.done': 'idle', 'write.fail': { target: 'settling', actions: 'tell' } } },
      },
    },
  },
})
