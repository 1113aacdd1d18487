// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SmartAccount} from "./SmartAccount.sol";

/// @title Deploys smart accounts at addresses that are known in advance (CREATE2), for ERC-6492.
contract SmartAccountFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new SmartAccount{salt: salt}(owner, SmartAccount.Behaviour.Honest));
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes memory code = abi.encodePacked(
            type(SmartAccount).creationCode, abi.encode(owner, SmartAccount.Behaviour.Honest)
        );
        bytes32 digest = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, keccak256(code)));
        return address(uint160(uint256(digest)));
    }
}
