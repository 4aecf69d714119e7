use crate::Utility;
use crate::solve::UtilityError;

#[test]
fn steps_hold_until_the_next() {
    let utility = Utility::new(&[(10, 2.0), (3, 1.0), (12, 2.0), (14, 5.0)]).unwrap();
    let worths: Vec<f64> = (0..16).map(|score| utility.of(score)).collect();
    assert_eq!(worths, [[1.0; 10].as_slice(), &[2.0; 4], &[5.0; 2]].concat());
    assert_eq!((utility.lowest(), utility.highest(), utility.bounds()), (1.0, 5.0, Some((10, 14))));
    assert_eq!(utility.of(i32::MIN), 1.0);
    assert_eq!(utility.of(i32::MAX), 5.0);
}

#[test]
fn constants_have_no_bounds() {
    let utility = Utility::new(&[(7, 3.0), (9, 3.0)]).unwrap();
    assert_eq!((utility.of(0), utility.of(100), utility.bounds()), (3.0, 3.0, None));
}

#[test]
fn wrong_steps_are_errors() {
    assert_eq!(Utility::new(&[]), Err(UtilityError::Empty));
    assert_eq!(Utility::new(&[(5, 2.0), (9, 1.0)]), Err(UtilityError::Falls { score: 9, from: 2.0, to: 1.0 }));
    assert_eq!(Utility::new(&[(5, 2.0), (5, 2.0)]), Err(UtilityError::Repeated { score: 5 }));
    for worth in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(Utility::new(&[(5, worth)]), Err(UtilityError::NotFinite { score: 5, .. })));
    }
    assert_eq!(Utility::new(&[(5, -1e305)]), Err(UtilityError::TooLarge { score: 5, worth: -1e305 }));
    assert!(Utility::new(&[(5, -Utility::MOST_WORTH), (6, Utility::MOST_WORTH)]).is_ok());
    assert_eq!(Utility::new(&[(-1, 0.0)]), Err(UtilityError::OutOfRange { score: -1 }));
    assert_eq!(Utility::new(&[(i32::MAX, 0.0)]), Err(UtilityError::OutOfRange { score: i32::MAX.into() }));
}
