//! Factories of bots: of gunners, which only fire, and of captains, which can use all weapons.

use broadside_arcade::ai::{Density, Gunner, Hunt, Posterior, Random, Wide};
use broadside_arcade::arsenal::bots::{Bot, Captain, Level};
use broadside_core::board::Side;
use std::sync::Arc;

/// Where a bot plays: the number of its game in the series, from 0, and its side.
pub(super) type Seat = (u64, Side);

pub(super) type MakeGunner<B> = Arc<dyn Fn(Seat) -> Box<dyn Gunner<B>> + Send + Sync>;

type MakeCaptain = Arc<dyn Fn(Seat) -> Box<dyn Captain> + Send + Sync>;

/// A built-in gunner: its name, its maker for up to 128 cells, and its maker for larger boards.
type Row = (&'static str, fn() -> Box<dyn Gunner<u128>>, fn() -> Box<dyn Gunner<Wide>>);

static GUNNERS: [Row; 4] = [
    ("random", || Box::new(Random), || Box::new(Random)),
    ("hunt", || Box::new(Hunt), || Box::new(Hunt)),
    ("density", || Box::new(Density::default()), || Box::new(Density::default())),
    ("posterior", || Box::new(Posterior::default()), || Box::new(Posterior::default())),
];

/// A factory of gunners, that is, of bots that only fire. All its gunners have the same name. The
/// factory makes one gunner for each game. Threads share a factory, but not a gunner.
///
/// ```
/// use broadside_arcade::ai::Hunt;
/// use broadside_arena::GunnerFactory;
///
/// let mine = GunnerFactory::new("mine", || Hunt);
/// assert_eq!(mine.name(), "mine");
/// assert!(GunnerFactory::from_name("posterior").is_some());
/// ```
#[derive(Clone)]
pub struct GunnerFactory {
    name: String,
    pub(super) narrow: MakeGunner<u128>,
    pub(super) wide: MakeGunner<Wide>,
}

impl GunnerFactory {
    /// Returns a factory of gunners that play on boards of any size.
    pub fn new<G>(
        name: impl Into<String>,
        make: impl Fn() -> G + Clone + Send + Sync + 'static,
    ) -> Self
    where
        G: Gunner<u128> + Gunner<Wide> + 'static,
    {
        Self::seated(name, move |_| make())
    }

    pub(super) fn seated<G>(
        name: impl Into<String>,
        make: impl Fn(Seat) -> G + Clone + Send + Sync + 'static,
    ) -> Self
    where
        G: Gunner<u128> + Gunner<Wide> + 'static,
    {
        let other = make.clone();
        let narrow: MakeGunner<u128> = Arc::new(move |seat| Box::new(make(seat)));
        let wide: MakeGunner<Wide> = Arc::new(move |seat| Box::new(other(seat)));
        Self { name: name.into(), narrow, wide }
    }

    /// Returns the names of the built-in gunners. The weakest gunner comes first.
    #[doc(hidden)]
    pub fn names() -> impl Iterator<Item = &'static str> {
        GUNNERS.iter().map(|(name, ..)| *name)
    }

    /// Returns the factories of the built-in gunners. The weakest one comes first.
    pub fn built_in() -> impl Iterator<Item = Self> {
        GUNNERS.iter().map(|(name, narrow, wide)| Self {
            name: (*name).to_owned(),
            narrow: Arc::new(|_| narrow()),
            wide: Arc::new(|_| wide()),
        })
    }

    /// Returns the factory of the built-in gunner with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::built_in().find(|factory| factory.name == name)
    }

    /// Returns the name of the gunners.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives these gunners another name.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }
}

/// A factory of captains, that is, of bots that can use all weapons. All its captains have the same
/// name. The factory makes one captain for each game. Threads share a factory, but not a captain.
///
/// ```
/// use broadside_arena::{CaptainFactory, GunnerFactory};
/// use broadside_arcade::arsenal::bots::Medium;
///
/// let mine = CaptainFactory::new("mine", Medium::default);
/// let fires = GunnerFactory::from_name("hunt").expect("built in");
/// assert_eq!(CaptainFactory::firing(&fires).name(), "hunt");
/// ```
#[derive(Clone)]
pub struct CaptainFactory {
    name: String,
    make: MakeCaptain,
}

impl CaptainFactory {
    /// Returns a factory of captains.
    pub fn new<C: Captain + 'static>(
        name: impl Into<String>,
        make: impl Fn() -> C + Send + Sync + 'static,
    ) -> Self {
        Self::seated(name, move |_| make())
    }

    pub(super) fn seated<C: Captain + 'static>(
        name: impl Into<String>,
        make: impl Fn(Seat) -> C + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(move |seat| Box::new(make(seat))) }
    }

    /// Returns a factory of captains that fire where these gunners aim. Such a captain uses another
    /// weapon only for a move that is sure to win.
    #[doc(hidden)]
    pub fn firing(gunner: &GunnerFactory) -> Self {
        let make = Arc::clone(&gunner.narrow);
        Self::seated(gunner.name.clone(), move |seat| Bot::firing(make(seat)))
    }

    /// Returns the names of the built-in captains: the bots of the arsenal game, then the gunners.
    #[doc(hidden)]
    pub fn names() -> impl Iterator<Item = &'static str> {
        Level::ALL.into_iter().map(Level::name).chain(GunnerFactory::names())
    }

    /// Returns the factories of the built-in captains: first the bots of the arsenal game, then a
    /// captain for each built-in gunner.
    pub fn built_in() -> impl Iterator<Item = Self> {
        let bot = |level: Level| Self::new(level.name(), move || Bot::new(level));
        let gunners = GunnerFactory::built_in().map(|gunner| Self::firing(&gunner));
        Level::ALL.into_iter().map(bot).chain(gunners)
    }

    /// Returns the factory of the built-in captain with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::built_in().find(|factory| factory.name == name)
    }

    /// Returns the name of the captains.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives these captains another name.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Makes a captain for a single game.
    #[doc(hidden)]
    pub fn make(&self) -> Box<dyn Captain> {
        self.make_for((0, Side::First))
    }

    pub(super) fn make_for(&self, seat: Seat) -> Box<dyn Captain> {
        (self.make)(seat)
    }
}

broadside_core::opaque!(GunnerFactory: name);
broadside_core::opaque!(CaptainFactory: name);
