/// Words for passphrases, of four to eight letters.
enum RandomWords {
    static let all = list.split { $0.isWhitespace }.map(String.init)

    private static let list = """
        acorn aisle alcove almond amber anchor ankle antler apple apron arch arrow aspen attic autumn award
        badge bagel balcony bamboo banner barley basil basket beacon beaver bedrock bench birch bishop blanket blossom
        border bottle bracket bramble brass brick bridge bronze brook bucket buckle burrow butter button cabin cactus
        camera canal candle canyon carbon cargo carpet castle cedar cellar chalk channel charcoal cherry chimney cinder
        circle cliff clover coast cobalt comet compass copper coral corner cotton cradle crane crater cricket crystal
        curtain cushion cymbal dagger daisy damson dawn deck delta desert diamond dolphin donkey dragon drawer drift
        drum dune eagle easel echo elbow elder ember engine envelope estuary fabric falcon feather fennel ferry
        fiddle flint flower flute fossil fountain frost funnel galaxy garden garlic gate geyser ginger glacier glove
        goblet granite gravel grove guitar hammer harbour hazel hedge helmet heron hollow honey hornet hunter icicle
        island ivory jacket jasmine jungle juniper kettle kitten ladder lagoon lantern lattice laurel leather lemon
        lichen lilac linen lizard lobster locket magnet mallet mango maple marble meadow mirror mitten monkey mortar
        mosaic mountain muffin mustard napkin needle nettle nickel nutmeg oasis ocean olive onion orange orchard otter
        oyster paddle pancake panther parcel parsley pebble pelican pencil pepper pewter pigeon pillow planet plaster
        plum pocket pollen poplar potter prairie pumpkin quarry quartz quilt rabbit radish raft raven ribbon ridge
        river rocket saddle saffron sandal satchel saucer shadow shelter silver sparrow spindle spruce summer
        tablet thistle thunder timber tractor trellis tulip tunnel turnip valley velvet vessel violet walnut willow
        """
}

/// SplitMix64, for tests with the same random values in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
